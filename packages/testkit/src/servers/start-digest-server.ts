import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { listenOnLoopback } from '../listen-on-loopback.ts'

export interface DigestServerOptions {
  readonly username: string
  readonly password: string
  /** The algorithm in the challenge: `MD5`, `SHA-256-sess`. */
  readonly algorithm?: string
  /** Absent: `auth`. Null: the server does not support it (RFC 2069). */
  readonly qop?: string | null
  readonly userhash?: boolean
  /** How many requests may use a nonce before it is stale. */
  readonly nonceUses?: number
  /** Whether each response contains the next nonce. */
  readonly handsOutNext?: boolean
  /** The target of `/moved`; `/there` if absent. */
  readonly movedTo?: string
}

/** A server that returns 200 for a correct Digest and 401 otherwise, and records its requests. */
export interface DigestServer {
  readonly port: number
  readonly seen: readonly { readonly url: string; readonly nc: string; readonly statusCode: number }[]
  close(): Promise<void>
}

/** Starts a digest server on 127.0.0.1, which redirects `/moved`. */
export async function startDigestServer(options: DigestServerOptions): Promise<DigestServer> {
  const {
    algorithm = 'MD5',
    qop = 'auth',
    userhash = false,
    nonceUses = 1000,
    handsOutNext = false,
  } = options
  const seen: { url: string; nc: string; statusCode: number }[] = []
  const uses = new Map<string, number>()
  const newNonce = () => {
    const nonce = `nonce/${uses.size + 1}==`
    uses.set(nonce, 0)
    return nonce
  }
  const server = createServer(async (request, response) => {
    const content = await contentOf(request)
    const given = parametersOf(request.headers.authorization ?? '')
    const nonce = given.get('nonce') ?? ''
    const count = (uses.get(nonce) ?? 0) + 1
    const isStale = uses.has(nonce) && count > nonceUses
    const isRight =
      uses.has(nonce) &&
      given.get('uri') === request.url &&
      (qop === null || Number.parseInt(given.get('nc') ?? '', 16) === count) &&
      given.get('response') === expectedResponse(options, { algorithm, userhash, request, given, content })
    const statusCode = isRight && !isStale ? (request.url === '/moved' ? 302 : 200) : 401
    seen.push({ url: request.url ?? '', nc: given.get('nc') ?? '', statusCode })
    response.statusCode = statusCode
    if (uses.has(nonce)) uses.set(nonce, count)
    if (statusCode === 302) response.setHeader('Location', options.movedTo ?? '/there')
    if (statusCode !== 401 && handsOutNext)
      response.setHeader('Authentication-Info', `qop=auth, nextnonce="${newNonce()}"`)
    if (statusCode === 401) {
      const parts = [
        'realm="a \\"realm\\""',
        `nonce="${newNonce()}"`,
        'opaque="opaque=="',
        `algorithm=${algorithm}`,
        ...(qop === null ? [] : [`qop="${qop}"`]),
        ...(userhash ? ['userhash=true', 'charset=UTF-8'] : []),
        ...(isRight && isStale ? ['stale=true'] : []),
      ]
      response.setHeader('WWW-Authenticate', [
        'Digest realm="x", algorithm=UNKNOWN, nonce="n"',
        `Digest ${parts.join(', ')}`,
      ])
    }
    response.end(`${statusCode} ${content.toString()}`)
  })
  const port = await listenOnLoopback(server)
  return {
    port,
    seen,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function contentOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function parametersOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.matchAll(/([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]*))/g)
  return new Map(
    [...pairs].map(([, name = '', quoted, plain]) => [name, quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '']),
  )
}

interface ReceivedProof {
  readonly algorithm: string
  readonly userhash: boolean
  readonly request: IncomingMessage
  readonly given: ReadonlyMap<string, string>
  readonly content: Buffer
}

/**
 * Computes the digest from RFC 7616 with Node's hashes, independently of the client; null for an unknown
 * user.
 */
function expectedResponse(
  { username, password }: DigestServerOptions,
  { algorithm, userhash, request, given, content }: ReceivedProof,
): string | null {
  const name = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' }[
    algorithm.replace(/-sess$/, '')
  ]
  if (name === undefined) throw new Error(`No hash for ${algorithm}`)
  const h = (text: string | Buffer) => createHash(name).update(text).digest('hex')
  const realm = 'a "realm"'
  const user = userhash ? h(`${username}:${realm}`) : username
  const claimedUser = given.get('username') ?? decodeURIComponent((given.get('username*') ?? '').slice(7))
  if (claimedUser !== user) return null
  const of = (key: string) => given.get(key) ?? ''
  const plain = h(`${username}:${realm}:${password}`)
  const a1 = algorithm.endsWith('-sess') ? h(`${plain}:${of('nonce')}:${of('cnonce')}`) : plain
  const covered = of('qop') === 'auth-int' ? `:${h(content)}` : ''
  const a2 = h(`${request.method}:${request.url}${covered}`)
  if (!given.has('qop')) return h(`${a1}:${of('nonce')}:${a2}`)
  return h([a1, of('nonce'), of('nc'), of('cnonce'), of('qop'), a2].join(':'))
}

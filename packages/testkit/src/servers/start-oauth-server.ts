import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listenOnLoopback } from '../listen-on-loopback.ts'

/** A request to an OAuth server, with its form parsed. */
export interface OAuthCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The parameters of the query and of the form. */
  readonly parameters: Readonly<Record<string, string>>
}

/** A response of `/token` that replaces its own. */
export interface OAuthAnswer {
  readonly statusCode?: number
  readonly mediaType?: string
  readonly text: string
  readonly location?: string
}

export interface OAuthServer {
  readonly origin: string
  readonly calls: readonly OAuthCall[]
  /** Sets the response to the next call of `/token`; several are used in turn. */
  answerNext(answer: OAuthAnswer): void
  /** Revokes all tokens for `/api` issued so far. */
  revokeAll(): void
  close(): Promise<void>
}

/**
 * Starts a lenient authorization server on 127.0.0.1: each token lasts `expiresIn` seconds, refresh tokens
 * work once, and responses can be replaced. `/authorize` signs in at once, `/device` issues codes, `/api`
 * accepts a token in the header or as `access_token`.
 */
export async function startOAuthServer(
  options: {
    readonly expiresIn?: number | null
    readonly givesRefreshToken?: boolean
    /** Replaces members of the response of `/device`. */
    readonly device?: Readonly<Record<string, unknown>>
  } = {},
): Promise<OAuthServer> {
  const { expiresIn = 3600, givesRefreshToken = false } = options
  const calls: OAuthCall[] = []
  const answers: OAuthAnswer[] = []
  const accessTokens = new Set<string>()
  const refreshTokens = new Set<string>()
  const codes = new Map<string, Readonly<Record<string, string>>>()
  let count = 0
  const issue = () => {
    count += 1
    const refreshToken = `refresh-canary-${count}`
    accessTokens.add(`access-token-canary-${count}`)
    if (givesRefreshToken) refreshTokens.add(refreshToken)
    return {
      access_token: `access-token-canary-${count}`,
      token_type: 'Bearer',
      ...(expiresIn === null ? {} : { expires_in: expiresIn }),
      ...(givesRefreshToken ? { refresh_token: refreshToken } : {}),
    }
  }
  const grant = (given: Readonly<Record<string, string>>): object => {
    switch (given.grant_type) {
      case 'client_credentials':
      case 'password':
        return issue()
      case 'refresh_token':
        return refreshTokens.delete(given.refresh_token ?? '') ? issue() : { error: 'invalid_grant' }
      case 'authorization_code':
        return isProven(codes.get(given.code ?? ''), given) ? issue() : { error: 'invalid_grant' }
      case 'urn:ietf:params:oauth:grant-type:device_code':
        return given.device_code === 'device-canary' ? issue() : { error: 'invalid_grant' }
    }
    return {
      error: 'unsupported_grant_type',
      error_description: `No <script> for ${given.grant_type}`,
    }
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1')
    let form = ''
    for await (const chunk of request) form += String(chunk)
    const parameters = Object.fromEntries([...url.searchParams, ...new URLSearchParams(form)])
    calls.push({ path: url.pathname, headers: request.headers, parameters })
    if (url.pathname === '/authorize') {
      count += 1
      const code = `code-${count}`
      codes.set(code, parameters)
      const back = new URLSearchParams({ code, state: parameters.state ?? '' })
      response.writeHead(302, { Location: `${parameters.redirect_uri}?${back}` }).end()
      return
    }
    if (url.pathname === '/api') {
      const token = request.headers.authorization?.replace(/^\w+ /, '') ?? parameters.access_token ?? ''
      response.writeHead(accessTokens.has(token) ? 200 : 401).end()
      return
    }
    if (url.pathname === '/device') {
      response.setHeader('Content-Type', 'application/json')
      const code = { device_code: 'device-canary', user_code: 'ABCD-EFGH', interval: 1, expires_in: 60 }
      response.end(
        JSON.stringify({ ...code, verification_uri: 'http://127.0.0.1/activate', ...options.device }),
      )
      return
    }
    const bent = answers.shift()
    const body = bent?.text ?? JSON.stringify(grant(parameters))
    response.statusCode = bent?.statusCode ?? (body.includes('"error"') ? 400 : 200)
    response.setHeader('Content-Type', bent?.mediaType ?? 'application/json')
    if (bent?.location !== undefined) response.setHeader('Location', bent.location)
    response.end(body)
  })
  const port = await listenOnLoopback(server)
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    answerNext: answer => void answers.push(answer),
    revokeAll: () => accessTokens.clear(),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Checks PKCE (RFC 7636 §4.6) and that the redirect URI is the same (RFC 6749 §4.1.3). */
function isProven(
  asked: Readonly<Record<string, string>> | undefined,
  given: Readonly<Record<string, string>>,
): boolean {
  if (asked === undefined || asked.redirect_uri !== given.redirect_uri) return false
  const challenge = asked.code_challenge
  if (challenge === undefined) return given.code_verifier === undefined
  const verifier = given.code_verifier ?? ''
  const isPlain = asked.code_challenge_method === 'plain'
  return challenge === (isPlain ? verifier : createHash('sha256').update(verifier).digest('base64url'))
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, type Sink, startSink, startTlsServer, type TlsServer } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DebianProxy,
  findProxyProgram,
  startMicrosocks,
  startSquid,
  startTinyproxy,
} from '../../packages/transport/src/proxy/debian-proxies.testkit.ts'
import { byCurl, byParley, curlName, type Got, missingCurl } from './by-curl-and-parley.testkit.ts'
import { debianVersion, useComparisons } from './comparisons.testkit.ts'

const compare = useComparisons('proxies')
const user = { name: 'ann', password: 'secret' }

/** Where a request goes: through the proxy in the clear, or through a tunnel. */
const targets = ['http', 'https'] as const

/** Who the request says it comes from. */
const users = { 'no user': '', 'the right password': 'ann:secret@', 'a wrong password': 'ann:wrong@' }

interface Started {
  readonly name: 'squid' | 'tinyproxy' | 'microsocks'
  /** The package of Debian. */
  readonly from: string
  readonly asks: string
  readonly scheme: 'http' | 'socks5h'
  readonly curl: readonly string[]
  start(program: string): Promise<DebianProxy>
}

const squid = { name: 'squid', from: 'squid-openssl', scheme: 'http' } as const
const tinyproxy = { name: 'tinyproxy', from: 'tinyproxy-bin', scheme: 'http' } as const
const microsocks = { name: 'microsocks', from: 'microsocks', scheme: 'socks5h', curl: [] } as const
const proxies: readonly Started[] = [
  { ...squid, asks: 'nothing', curl: [], start: program => startSquid(program) },
  {
    ...squid,
    asks: 'Digest',
    curl: ['--proxy-digest'],
    start: program => startSquid(program, { ...user, scheme: 'digest' }),
  },
  { ...squid, asks: 'Basic', curl: ['--proxy-basic'], start: program => startSquid(program, user) },
  { ...tinyproxy, asks: 'nothing', curl: [], start: program => startTinyproxy(program) },
  {
    ...tinyproxy,
    asks: 'Basic',
    curl: ['--proxy-basic'],
    start: program => startTinyproxy(program, user),
  },
  { ...microsocks, asks: 'nothing', start: program => startMicrosocks(program) },
  { ...microsocks, asks: 'a password', start: program => startMicrosocks(program, user) },
]

describe.each(proxies)('through $name, which asks for $asks, as through it with curl', proxy => {
  const program = findProxyProgram(proxy.name)
  const what =
    missingCurl === '' && program === null
      ? `${proxy.name} (npm run test:all fetches it, or apt-get install ${proxy.from})`
      : missingCurl
  let folder = ''
  let closing: readonly { close(): Promise<unknown> }[] = []
  let urls: Readonly<Record<(typeof targets)[number], string>>
  let address = ''

  beforeAll(async () => {
    if (what !== '') return
    folder = mkdtempSync(join(tmpdir(), 'parley-proxies-'))
    const authority = createAuthority()
    writeFileSync(join(folder, 'ca.pem'), authority.certificatePem)
    writeFileSync(join(folder, 'upload.bin'), Buffer.alloc(100_000, 'upload'))
    const plain: Sink = await startSink()
    const secure: TlsServer = await startTlsServer({ certificate: 'valid', authority })
    const started = await proxy.start(program ?? '')
    closing = [plain, secure, started]
    urls = { http: plain.url, https: secure.url }
    address = `127.0.0.1:${started.port}`
  })
  afterAll(async () => {
    for (const one of closing.toReversed()) await one.close()
    if (folder !== '') rmSync(folder, { recursive: true })
  })

  const requests = {
    'a request': { path: '/a?b=c', curl: [], parley: [] },
    'a body': {
      path: '/body',
      curl: ['--http1.1', '-H', 'Expect:', '--data-binary', '@upload.bin'],
      parley: ['-X', 'POST', '--file', 'upload.bin'],
    },
    'a port where nothing listens': { path: null, curl: [], parley: [] },
  } as const
  const table = targets.flatMap(target =>
    Object.entries(users).flatMap(([who, access]) =>
      Object.entries(requests)
        .map(([name, request]) => ({ target, who, access, name, request }))
        .filter(({ name }) => !isRace(proxy, name, target, who)),
    ),
  )

  test.each(table)(
    '$name to $target, $who',
    needs(what === '', what),
    async ({ target, who, access, request }) => {
      const url = request.path === null ? `${target}://127.0.0.1:1/` : `${urls[target]}${request.path}`
      const through = `${proxy.scheme}://${access}${address}`
      const theirs = await outcome(
        byCurl(folder, url, ['--http1.1', ...proxy.curl, '-x', through, ...request.curl]),
      )
      const ours = await outcome(
        byParley(folder, url, [
          '--http',
          '1.1',
          '--proxy',
          through,
          '--bypass',
          'none.example',
          ...request.parley,
        ]),
      )
      const compared = {
        server: proxy.name,
        version: debianVersion('proxies', proxy.from),
        client: curlName(),
        what: 'whether it fails, status, body',
      }
      compare(compared, ours, theirs)
      if (who === 'the right password' && request === requests['a request'])
        expect(ours).toMatchObject({ status: 200 })
    },
  )
})

/**
 * Tinyproxy closes the connection of a request that it refuses without reading the body, which resets the connection, so
 * that each client loses the response by chance.
 */
function isRace({ name, asks }: Started, request: string, target: string, who: string): boolean {
  const isRefused = asks !== 'nothing' && who !== 'the right password'
  return name === 'tinyproxy' && isRefused && request === 'a body' && target === 'http'
}

/** What counts: proxies add fields, and each client words its failures in its own way. */
async function outcome(got: Promise<Got>): Promise<unknown> {
  return got.then(
    ({ status, body }) => {
      const text = Buffer.from(body, 'base64').toString('latin1')
      return { status, body: text.replace(/Generated .* GMT/, '') }
    },
    () => 'failed',
  )
}

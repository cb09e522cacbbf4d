import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { byCurl, byParley, curlName, missingCurl } from './by-curl-and-parley.testkit.ts'
import { debianVersion, useComparisons } from './comparisons.testkit.ts'
import {
  authorityPem,
  missingServers,
  startWebServer,
  type WebServer,
  type WebServerName,
  webServerNames,
} from './web-servers.testkit.ts'

const compare = useComparisons('web-servers')
const packages = { nginx: 'nginx', Apache: 'apache2-bin', haproxy: 'haproxy' } as const
let folder = ''
let behind = 0
const servers = new Map<WebServerName, WebServer>()
const upstream = createServer((request, response) => void answer(request, response))

beforeAll(async () => {
  if (missingServers !== '' || missingCurl !== '') return
  folder = mkdtempSync(join(tmpdir(), 'parley-real-'))
  writeFileSync(join(folder, 'ca.pem'), authorityPem)
  writeFileSync(join(folder, 'upload.bin'), Buffer.alloc(300_000, 'upload'))
  behind = await new Promise<number>(resolve =>
    upstream.listen(0, '127.0.0.1', () => {
      const address = upstream.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    }),
  )
  for (const name of webServerNames) servers.set(name, await startWebServer(name, behind))
})
afterAll(async () => {
  for (const server of servers.values()) await server.close()
  upstream.closeAllConnections()
  upstream.close()
  if (folder !== '') rmSync(folder, { recursive: true })
})

/** The server behind says what it got, and has responses of its own. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const path = request.url?.split('?')[0]
  response.sendDate = false
  if (path === '/up/trailers') {
    response.writeHead(200, { 'Content-Type': 'text/plain', Trailer: 'X-Sum' })
    response.write('one\n')
    response.addTrailers({ 'X-Sum': 'abc' })
    return void response.end('two\n')
  }
  if (path === '/up/hints') response.writeEarlyHints({ link: '</a.css>; rel=preload' })
  if (path === '/up/cookies') response.setHeader('Set-Cookie', ['a=1; Path=/', 'b=2; HttpOnly'])
  if (path === '/up/latin')
    return void response.writeHead(200, { 'X-Name': 'Zo\xeb' }).end('Zo\xeb', 'latin1')
  if (path === '/up/500') return void response.writeHead(500, 'Broken').end('broken\n')
  const { method, url, rawHeaders } = request
  const fields = Array.from({ length: rawHeaders.length / 2 }, (_, at) => [
    rawHeaders[2 * at]?.toLowerCase(),
    rawHeaders[2 * at + 1],
  ])
  const got = { method, url, fields: fields.filter(([name]) => !isOfTheClient.test(name ?? '')).sort() }
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ ...got, bytes: Buffer.concat(pieces).toString('base64').slice(0, 2000) }))
}

/** Fields by which each client names itself, or that say how the two servers talk. */
const isOfTheClient =
  /^(?:user-agent|accept|host|connection|x-forwarded-.*|via|max-forwards|transfer-encoding)$/

interface Case {
  readonly name: string
  readonly path: string
  /** The options of curl, which are those of Parley as well unless `parley` is given. */
  readonly curl?: readonly string[]
  readonly parley?: readonly string[]
  /** The servers that have it; absent: all. */
  readonly only?: readonly WebServerName[]
}

const withFiles = ['nginx', 'Apache'] as const
const cases: readonly Case[] = [
  { name: 'a file', path: '/small.txt', only: withFiles },
  { name: 'a file of 3 MB', path: '/large.bin', only: withFiles },
  { name: 'an empty file', path: '/empty.txt', only: withFiles },
  { name: 'a name that is not ASCII', path: '/%C3%BCn%C3%AFcode%20name.txt', only: withFiles },
  { name: 'a part of a file', path: '/large.bin', curl: ['-H', 'Range: bytes=16-47'], only: withFiles },
  {
    name: 'parts of a file that it does not have',
    path: '/small.txt',
    curl: ['-H', 'Range: bytes=99-'],
    only: withFiles,
  },
  {
    name: 'a file that did not change',
    path: '/small.txt',
    curl: ['-H', 'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT'],
    only: withFiles,
  },
  {
    name: 'a file in gzip',
    path: '/data.json',
    curl: ['--compressed', '-H', 'Accept-Encoding: gzip'],
    parley: ['-H', 'Accept-Encoding: gzip'],
    only: withFiles,
  },
  { name: 'a file that is not there', path: '/nothing.txt', only: withFiles },
  { name: 'a folder without its slash', path: '/folder', curl: ['-L'], parley: [], only: withFiles },
  { name: 'a redirect', path: '/moved', parley: ['--no-follow'] },
  { name: 'a redirect that is followed', path: '/moved', curl: ['-L'], parley: [] },
  { name: 'HEAD', path: '/large.bin', curl: ['-I'], parley: ['-X', 'HEAD'], only: withFiles },
  { name: 'a method that files do not take', path: '/small.txt', curl: ['-X', 'DELETE'] },
  { name: 'OPTIONS', path: '/small.txt', curl: ['-X', 'OPTIONS'], only: ['Apache'] },
  { name: '204', path: '/none', only: ['nginx'] },
  { name: '418', path: '/teapot', only: ['nginx', 'haproxy'] },
  { name: 'no credentials', path: '/private/small.txt' },
  { name: 'wrong credentials', path: '/private/small.txt', curl: ['-u', 'ada:wrong'] },
  { name: 'the right credentials', path: '/private/small.txt', curl: ['-u', 'ada:secret'] },
  { name: 'Digest', path: '/digest/small.txt', curl: ['--digest', '-u', 'ada:secret'], only: ['Apache'] },
  {
    name: 'Digest that is wrong',
    path: '/digest/small.txt',
    curl: ['--digest', '-u', 'ada:wrong'],
    only: ['Apache'],
  },
  { name: 'a query', path: '/up/q?a=b+c&d=%2B&e&f=%C3%BC' },
  {
    name: 'fields of every kind',
    path: '/up/fields',
    curl: ['-H', 'X-Empty;', '-H', 'X-Two: a', '-H', 'X-Two: b', '-H', 'X-Space:  a  b '],
    parley: ['-H', 'X-Empty:', '-H', 'X-Two: a', '-H', 'X-Two: b', '-H', 'X-Space: a  b'],
  },
  { name: 'a body', path: '/up/body', curl: ['-H', 'Content-Type: application/json', '-d', '{"a": "ü"}'] },
  {
    name: 'a body of 300 KB',
    path: '/up/body',
    curl: ['-H', 'Content-Type: a/b', '--data-binary', '@upload.bin'],
    parley: ['-H', 'Content-Type: a/b', '-X', 'POST', '--file', 'upload.bin'],
  },
  { name: 'PUT', path: '/up/put', curl: ['-X', 'PUT', '-H', 'Content-Type: text/plain', '-d', 'x'] },
  { name: 'PATCH', path: '/up/patch', curl: ['-X', 'PATCH', '-H', 'Content-Type: text/plain', '-d', 'x'] },
  { name: 'DELETE', path: '/up/delete', curl: ['-X', 'DELETE'] },
  { name: 'two cookies', path: '/up/cookies' },
  { name: 'trailers', path: '/up/trailers' },
  { name: 'a response of the server behind that failed', path: '/up/500' },
  { name: 'bytes that are not UTF-8', path: '/up/latin' },
]

const versions = [
  ['HTTP/1.1', 'plain', ['--http1.1'], ['--http', '1.1']],
  ['HTTP/1.1 with TLS', 'secure', ['--http1.1'], ['--http', '1.1']],
  ['HTTP/2', 'secure', ['--http2'], ['--http', 'auto']],
] as const

describe.each(webServerNames)('what %s sends is what curl gets', name => {
  const here = cases.filter(({ only = webServerNames }) => only.some(one => one === name))
  const table = versions.flatMap(version =>
    here.map(one => ({ version, one, title: `${one.name}, ${version[0]}` })),
  )
  const what = missingCurl === '' ? missingServers : missingCurl
  test.each(table)('$title', needs(what === '', what), async ({ version, one }) => {
    const [, scheme, curlVersion, parleyVersion] = version
    const server = servers.get(name)
    const url = `${server?.[scheme]}${one.path}`
    const theirs = await byCurl(folder, url, [...curlVersion, ...(one.curl ?? [])])
    const ours = await byParley(folder, url, [...parleyVersion, ...(one.parley ?? one.curl ?? [])])
    const compared = {
      server: name,
      version: debianVersion('web-servers', packages[name]),
      client: curlName(),
      what: 'status, version of HTTP, header fields, body',
    }
    compare(compared, ours, theirs)
  })
})

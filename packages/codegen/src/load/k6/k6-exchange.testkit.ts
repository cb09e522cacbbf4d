import { request } from 'node:http'
import { buffer, text } from 'node:stream/consumers'

/** Sends the request on standard input over a socket, and prints the response; for the stand-in, whose requests are synchronous. */
const { method, url, headers, body } = JSON.parse(await text(process.stdin))
const [, authority = '', target = ''] = /^http:\/\/([^/?#]*)([^#]*)/.exec(url) ?? []
const content = body === null ? null : Buffer.from(body, 'base64')
const written = Object.fromEntries(
  Object.entries<string>(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
)
const [host = '', port = '80'] = authority.split(':')
const sent = request({
  method,
  host,
  port,
  path: target.startsWith('/') ? target : `/${target}`,
  headers: { ...written, ...(content === null ? {} : { 'Content-Length': content.length }) },
})
sent.end(content ?? undefined)
const [response] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) => {
  sent.once('response', answer => resolve([answer]))
  sent.once('error', reject)
})
const received = await buffer(response)
process.stdout.write(
  JSON.stringify({
    status: response.statusCode,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    ),
    cookies: response.headers['set-cookie'] ?? [],
    body: received.toString('utf8'),
    timings: { duration: 1 },
  }),
)

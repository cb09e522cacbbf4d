import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createAuthority } from '../../packages/testkit/src/index.ts'
import { answerBrunoBench, answerBrunoEcho, answerHttpFaker } from './bruno-answers.mjs'
import { answerHoppscotchEcho, answerPostmanEcho } from './echo-answers.mjs'

/** The servers that the suites of other clients call, by host name. */
const answersByHost = {
  'testbench-sanity.usebruno.com': answerBrunoBench,
  'localhost:8080': answerBrunoBench,
  'localhost:8081': answerBrunoBench,
  '127.0.0.1:8081': answerBrunoBench,
  'echo.usebruno.com': answerBrunoEcho,
  'www.httpfaker.org': answerHttpFaker,
  'postman-echo.com': answerPostmanEcho,
  'httpbin.org': answerPostmanEcho,
  'echo.hoppscotch.io': answerHoppscotchEcho,
}

/**
 * Starts a proxy on 127.0.0.1 that routes each of these names to a local replacement, also over TLS, so that
 * a suite runs as it was published. It responds with 502 for every other name: nothing leaves this machine.
 */
export async function startStandIns() {
  const authority = createAuthority('Stand-ins')
  const dnsNames = Object.keys(answersByHost).filter(host => !host.includes(':'))
  const { certificatePem, privateKeyPem } = authority.issue({ usage: 'server', name: 'stand-ins', dnsNames })
  const secure = createTlsServer({ cert: certificatePem, key: privateKeyPem }, (request, response) =>
    answer('https', request, response),
  )
  const proxy = createServer((request, response) => {
    const { host, pathname, search } = new URL(request.url, 'http://unknown')
    request.headers.host = host
    request.url = pathname + search
    void answer('http', request, response)
  })
  const open = new Set()
  proxy.on('connection', socket => {
    open.add(socket)
    socket.on('error', () => {}).once('close', () => open.delete(socket))
  })
  proxy.on('connect', (request, socket) => {
    const host = request.url.replace(/:(?:443|80)$/, '')
    if (answersByHost[host] === undefined)
      return void socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n')
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    secure.emit('connection', socket)
  })
  await new Promise(resolve => proxy.listen(0, '127.0.0.1', resolve))
  return {
    proxyUrl: `http://127.0.0.1:${proxy.address().port}`,
    certificatePem: authority.certificatePem,
    close() {
      for (const socket of open) socket.destroy()
      return new Promise(resolve => proxy.close(resolve))
    },
  }
}

async function answer(scheme, request, response) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const host = request.headers.host ?? ''
  const url = new URL(`${scheme}://${host}${request.url}`)
  const call = { method: request.method, url, headers: request.headers, content: Buffer.concat(chunks) }
  const given = answersByHost[host]?.(call) ?? { status: 502, text: `Nobody stands in for ${host}` }
  const { status = 200, headers = {}, json, text, bytes } = given
  const content = bytes ?? Buffer.from(json === undefined ? (text ?? '') : JSON.stringify(json))
  const type = json === undefined ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': content.length, ...headers })
  response.end(request.method === 'HEAD' ? undefined : content)
}

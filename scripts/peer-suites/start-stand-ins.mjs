import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createAuthority } from '../../packages/testkit/src/index.ts'
import { answersByHost, contentOf } from './stand-in-answers.mjs'

/**
 * Starts a proxy on 127.0.0.1 that routes each of these names to a local replacement, also over TLS, so that
 * a suite runs as it was published. It responds with 502 for every other name: nothing leaves this machine.
 */
export async function startStandIns() {
  const authority = createAuthority('Stand-ins')
  const dnsNames = Object.keys(answersByHost).filter(host => !host.includes(':'))
  const { certificatePem, privateKeyPem } = authority.issue({ usage: 'server', name: 'stand-ins', dnsNames })
  const secure = createTlsServer({ cert: certificatePem, key: privateKeyPem }, (request, response) =>
    respond('https', request, response),
  )
  const proxy = createServer((request, response) => {
    const { host, pathname, search } = new URL(request.url, 'http://unknown')
    request.headers.host = host
    request.url = pathname + search
    void respond('http', request, response)
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

async function respond(scheme, request, response) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const host = request.headers.host ?? ''
  const url = new URL(`${scheme}://${host}${request.url}`)
  const call = { method: request.method, url, headers: request.headers, content: Buffer.concat(chunks) }
  const answer = answersByHost[host]?.(call) ?? { status: 502, text: `Nobody stands in for ${host}` }
  const { content, type } = contentOf(answer)
  const fields = { 'Content-Type': type, 'Content-Length': content.length, ...answer.headers }
  response.writeHead(answer.status ?? 200, fields)
  response.end(request.method === 'HEAD' ? undefined : content)
}

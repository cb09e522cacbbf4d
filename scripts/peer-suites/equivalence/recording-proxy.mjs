import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createAuthority } from '../../../packages/testkit/src/index.ts'

/**
 * Starts a proxy on 127.0.0.1 that answers every request of every host itself, also over TLS, and keeps what came. No name is
 * resolved, and nothing leaves this machine.
 * @returns its address, and `take`, which returns the requests since the last call in their order
 */
export async function startRecordingProxy() {
  const { certificatePem, privateKeyPem } = createAuthority('Any host').issue({
    usage: 'server',
    name: 'any host',
    dnsNames: ['*.test'],
  })
  let requests = []
  const hosts = new WeakMap()
  const answer = async (scheme, request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const [host, target] =
      scheme === 'https' ? [hosts.get(request.socket), request.url] : absolute(request.url)
    const body = Buffer.concat(chunks)
    requests.push({ scheme, host, method: request.method, target, headers: request.rawHeaders, body })
    response.writeHead(200, { 'Content-Type': 'application/json', 'X-Digest': digest(body) })
    response.end('{"ok":true,"id":1,"data":{},"token":"t","access_token":"t","token_type":"Bearer"}')
  }
  const secure = createTlsServer({ cert: certificatePem, key: privateKeyPem }, (request, response) =>
    answer('https', request, response),
  )
  secure.on('secureConnection', socket => hosts.set(socket, hosts.get(socket._parent) ?? ''))
  secure.on('tlsClientError', () => {})
  const proxy = createServer((request, response) => answer('http', request, response))
  const open = new Set()
  proxy.on('connection', socket => {
    open.add(socket)
    socket.on('error', () => {}).once('close', () => open.delete(socket))
  })
  proxy.on('connect', (request, socket) => {
    hosts.set(socket, request.url)
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    secure.emit('connection', socket)
  })
  await new Promise(resolve => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${proxy.address().port}`,
    take() {
      const taken = requests
      requests = []
      return taken
    },
    close() {
      for (const socket of open) socket.destroy()
      return new Promise(resolve => proxy.close(resolve))
    },
  }
}

/** Splits a target in absolute form (RFC 9112, 3.2.2) without changing a byte of it. */
function absolute(url) {
  const [, host = '', target = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  return [host, target === '' || target.startsWith('?') ? `/${target}` : target]
}

function digest(body) {
  return createHash('sha256').update(body).digest('hex').slice(0, 8)
}

// The server of the wire benchmarks. It runs in a separate process, so its work is not counted. `https` also
// supports
// HTTP/2, `http` only HTTP/1.1. Prints its origin and the authority to trust, as JSON.
import { createServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createAuthority } from '@parley/testkit'

const small = JSON.stringify({ id: 1, title: 'A book', tags: ['a', 'b'], text: 'x'.repeat(900) })
const piece = Buffer.alloc(256 * 1024, 'abcdefgh')

const scheme = process.argv[2]
const authority = createAuthority()
const server = scheme === 'https' ? secureServer() : createServer(answer)
server.listen(0, '127.0.0.1', () => {
  const origin = `${scheme}://127.0.0.1:${server.address().port}`
  process.stdout.write(`${JSON.stringify({ origin, certificateAuthority: authority.certificatePem })}\n`)
})

function secureServer() {
  const identity = authority.issue({ usage: 'server', name: '127.0.0.1', ipv4Addresses: ['127.0.0.1'] })
  const options = { cert: identity.certificatePem, key: identity.privateKeyPem, allowHTTP1: true }
  return createSecureServer(options, answer)
}

function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  if (pathname === '/bytes') return void sendBytes(response, Number(searchParams.get('count')))
  let receivedBytes = 0
  request.on('data', bytes => {
    receivedBytes += bytes.byteLength
  })
  request.on('end', () => {
    const body = pathname === '/upload' ? JSON.stringify({ receivedBytes }) : small
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(body)
  })
}

async function sendBytes(response, count) {
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': count })
  for (let left = count; left > 0; left -= piece.byteLength) {
    const isRoom = response.write(left < piece.byteLength ? piece.subarray(0, left) : piece)
    if (!isRoom) await new Promise(resolve => response.once('drain', resolve))
  }
  response.end()
}

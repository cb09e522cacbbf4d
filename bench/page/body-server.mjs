import { once } from 'node:events'
import { createServer } from 'node:http'
import { largeJsonChunks } from '../../packages/testkit/src/demo-api/samples/large-json.ts'

/** The bodies by path; each is made before it is sent, so that only sending it takes time. */
const bodies = {
  '/first': () => ['text/plain', ['First body.\n']],
  '/json': bytes => ['application/json', [...largeJsonChunks(bytes)]],
  '/line': bytes => ['text/plain', ['All in one line, 0123456789. '.repeat(bytes / 29)]],
  '/rows': count => [
    'text/plain',
    Array.from({ length: count / 10_000 }, (_, at) => rows(at * 10_000, count)),
  ],
}

function rows(first, count) {
  return Array.from({ length: 10_000 }, (_, row) => `line ${first + row} of ${count}\n`).join('')
}

/**
 * Starts a server with large bodies: `url(name, size)` makes one and returns its URL, `lastByteAt()` resolves to the time at
 * which the last byte of the latest body was handed to the system, in milliseconds since 1970.
 */
export async function startBodyServer() {
  const made = new Map()
  let { promise: lastByteAt, resolve: note } = Promise.withResolvers()
  const server = createServer(async (request, response) => {
    const [type, pieces] = made.get(request.url) ?? ['text/plain', []]
    response.setHeader('Content-Type', `${type}; charset=utf-8`)
    for (const piece of pieces) if (!response.write(piece)) await once(response, 'drain')
    response.end(() => note(performance.timeOrigin + performance.now()))
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url(name, size = 0) {
      const path = `${name}?${size}`
      made.clear()
      made.set(path, bodies[name](size))
      ;({ promise: lastByteAt, resolve: note } = Promise.withResolvers())
      return `http://127.0.0.1:${server.address().port}${path}`
    },
    lastByteAt: () => lastByteAt,
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}

import { connect, type IncomingHttpHeaders } from 'node:http2'
import type { connectNodeAdapter } from '@connectrpc/connect-node'

const text = 'application/grpc-web-text'
const binary = 'application/grpc-web'

/** Fields of one connection, and the length of the other content. */
const notPassedOn: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
])

/**
 * Returns what passes calls of gRPC-Web with text to a server of HTTP/2 that knows only bytes. Each piece of its answers
 * becomes Base64 by itself, with its padding, as proxies do it.
 */
export function answerAsText(port: number): ReturnType<typeof connectNodeAdapter> {
  return (asked, answer) => {
    const type = asked.headers['content-type'] ?? ''
    if (!type.startsWith(text)) {
      answer.statusCode = 415
      answer.end()
      return
    }
    const session = connect(`http://127.0.0.1:${port}`)
    session.on('error', () => answer.end())
    const passed = session.request({
      ...passedOn(asked.headers),
      ':method': 'POST',
      ':path': asked.url ?? '/',
      'content-type': type.replace(text, binary),
    })
    passed.on('response', headers => {
      answer.statusCode = Number(headers[':status'])
      const answered = String(headers['content-type']).replace(binary, text)
      for (const [name, value] of Object.entries({ ...passedOn(headers), 'content-type': answered }))
        answer.setHeader(name, value ?? '')
    })
    passed.on('data', (bytes: Buffer) => {
      // Cut, so that padding is found within messages too.
      for (const piece of [bytes.subarray(0, 4), bytes.subarray(4)]) answer.write(piece.toString('base64'))
    })
    passed.on('end', () => {
      answer.end()
      session.close()
    })
    let rest = ''
    asked.on('data', (bytes: Buffer) => {
      const whole = rest + bytes.toString('latin1')
      const end = whole.length - (whole.length % 4)
      rest = whole.slice(end)
      passed.write(Buffer.concat((whole.slice(0, end).match(/[^=]+=*/g) ?? []).map(decode)))
    })
    asked.on('end', () => passed.end())
  }
}

function decode(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !notPassedOn.has(name)),
  )
}

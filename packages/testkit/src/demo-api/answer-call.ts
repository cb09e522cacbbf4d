import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { type Answer, answerEmpty, answerFailure } from './answer.ts'
import { findRoute } from './find-route.ts'
import { readContent } from './read-content.ts'
import type { Route } from './route.ts'

/** The maximum content of a request. */
const contentLimitBytes = 10 * 1024 * 1024

/** How much of a refused request is still read, so that its client can read the 413. */
const discardLimitBytes = 64 * 1024 * 1024
const discardLimitMs = 10_000

/**
 * Responds to one request; resolves when the response is sent or the client has left. Never rejects: a bug in
 * a route becomes a 500, or a closed connection if the response had begun.
 */
export async function answerCall(
  routes: readonly Route[],
  basePath: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    const received = await readContent(request, contentLimitBytes)
    if (received.kind === 'broken') return
    if (received.kind === 'tooLarge') return await refuseContent(request, response)
    const answer = await answerFor(routes, basePath, request, received.content, gone.signal)
    await sendAnswer(response, request.method ?? 'GET', answer)
  } catch (error) {
    if (gone.signal.aborted) return
    if (response.headersSent) response.destroy()
    else await sendAnswer(response, request.method ?? 'GET', answerFailure(500, 'internal', String(error)))
  }
}

async function answerFor(
  routes: readonly Route[],
  basePath: string,
  request: IncomingMessage,
  content: Buffer,
  signal: AbortSignal,
): Promise<Answer> {
  const method = request.method ?? 'GET'
  const { path, query } = splitTarget(request.url ?? '/')
  const match = findRoute(routes, basePath, method, path)
  switch (match.kind) {
    case 'found':
      return match.route.handle({
        request,
        method,
        pathParameters: match.pathParameters,
        query: new URLSearchParams(query),
        content,
        signal,
      })
    case 'wrongMethod': {
      const allow = ['Allow', [...match.allowedMethods, 'OPTIONS'].join(', ')]
      if (method === 'OPTIONS') return answerEmpty(204, allow)
      return answerFailure(405, 'method_not_allowed', `${method} is not available here`, allow)
    }
    case 'malformedPath':
      return answerFailure(400, 'malformed_path', 'The path has a broken percent-encoding')
    case 'unknownPath':
      return answerFailure(404, 'not_found', `There is nothing here. GET ${basePath}/ lists what there is`)
  }
}

/** Splits a request target (RFC 9112 §3.2) in origin-form or, as sent to a proxy, in absolute-form. */
function splitTarget(target: string): { path: string; query: string } {
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const [beforeFragment = ''] = relative.split('#', 1)
  const mark = beforeFragment.indexOf('?')
  if (mark === -1) return { path: beforeFragment, query: '' }
  return { path: beforeFragment.slice(0, mark), query: beforeFragment.slice(mark + 1) }
}

async function sendAnswer(response: ServerResponse, method: string, answer: Answer): Promise<void> {
  const { statusCode, content } = answer
  const isWhole = typeof content === 'string' || content instanceof Uint8Array
  const lengthBytes = isWhole ? Buffer.byteLength(content) : content.lengthBytes
  const hasLength = lengthBytes !== undefined && statusCode !== 204 && statusCode !== 304
  const fields = [...answer.fields, ...(hasLength ? ['Content-Length', String(lengthBytes)] : [])]
  response.writeHead(statusCode, answer.reasonPhrase ?? STATUS_CODES[statusCode] ?? '', fields)
  if (isWhole) {
    response.end(content)
  } else if (method === 'HEAD') {
    response.end()
  } else {
    response.flushHeaders()
    await pipeline(content.open(), response)
  }
}

/**
 * Sends a 413, then reads and discards the remaining content, because closing with unread data would reset
 * the connection and could discard the response. Limited in bytes and time.
 */
async function refuseContent(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const limit = `The content may have at most ${contentLimitBytes} bytes`
  const answer = answerFailure(413, 'content_too_large', limit)
  response.writeHead(413, [
    ...answer.fields,
    'Content-Length',
    String(Buffer.byteLength(String(answer.content))),
    'Connection',
    'close',
  ])
  if (request.method !== 'HEAD') response.write(answer.content)
  else response.flushHeaders()
  await discardRest(request)
  response.end()
}

function discardRest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve()
  return new Promise(resolve => {
    const timer = setTimeout(resolve, discardLimitMs)
    let discardedBytes = 0
    const finish = () => {
      clearTimeout(timer)
      resolve()
    }
    request.on('data', (chunk: Buffer) => {
      discardedBytes += chunk.length
      if (discardedBytes > discardLimitBytes) finish()
    })
    request.once('end', finish)
    request.once('close', finish)
  })
}

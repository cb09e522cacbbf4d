import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from './answer.ts'
import { readWholeNumber } from './read-whole-number.ts'
import type { Call, Route } from './route.ts'

/**
 * Routes for server-sent events (WHATWG HTML §9.2). The stream ends when its count is reached or its client
 * has left.
 */
export const eventStreamRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/events',
    summary:
      'An event stream of count events (5; 0 for no end), one each intervalMs (1000); goes on after Last-Event-ID',
    handle: answerEvents,
  },
]

function answerEvents(call: Call): Answer {
  const count = readWholeNumber('count', call.query.get('count'), { minimum: 0, maximum: 1_000_000 }, 5)
  if (!count.ok) return count.answer
  const range = { minimum: 0, maximum: 60_000 }
  const intervalMs = readWholeNumber('intervalMs', call.query.get('intervalMs'), range, 1000)
  if (!intervalMs.ok) return intervalMs.answer
  const [lastId = '0'] = [call.request.headers['last-event-id']].flat()
  const startId = (/^\d{1,9}$/.test(lastId) ? Number(lastId) : 0) + 1
  const open = () => Readable.from(eventTexts(startId, count.value, intervalMs.value, call.signal))
  return {
    statusCode: 200,
    fields: ['Content-Type', 'text/event-stream', 'Cache-Control', 'no-store'],
    content: { open },
  }
}

async function* eventTexts(
  startId: number,
  count: number,
  intervalMs: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield ': the stream is open\nretry: 2000\n\n'
  for (let index = 0; count === 0 || index < count; index += 1) {
    // Wait even without an interval: an endless stream must let the event loop handle other calls.
    if (index > 0) await wait(intervalMs, undefined, { signal })
    const id = startId + index
    const stock = JSON.stringify({ bookId: 1204, inStock: 100 - (id % 100) })
    yield `id: ${id}\nevent: stock\ndata: ${stock}\n\n`
  }
}

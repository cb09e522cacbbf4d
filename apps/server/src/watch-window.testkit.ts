import { randomUUID } from 'node:crypto'
import { Agent, request as startRequest } from 'node:http'
import type { SendProgress } from '@parley/model'
import { waitFor } from '@parley/testkit'
import type { WindowEvent } from './contract/index.ts'
import type { TestClient } from './start-test-server.testkit.ts'

/** A window of the page, with its event stream and the events received. */
export interface WatchedWindow {
  readonly windowId: string
  readonly events: readonly WindowEvent[]
  /** True once the server has ended the stream. */
  isEnded(): boolean
  latest(sendId: string): SendProgress | undefined
  /** Resolves to the progress as soon as it has this state. */
  waitForState<State extends SendProgress['state']>(
    sendId: string,
    state: State,
  ): Promise<Extract<SendProgress, { state: State }>>
  /** Closes the window. */
  close(): Promise<void>
  /** Breaks the stream, like that of a killed browser. */
  lose(): Promise<void>
}

/** Opens the stream; resolves once the server has started it. */
export async function watchWindow(
  client: TestClient,
  windowId: string = randomUUID(),
): Promise<WatchedWindow> {
  const stream = await client.events.subscribe({ windows: [{ windowId, sequence: 0, after: null }] })
  const events: WindowEvent[] = []
  let isEnded = false
  const reading = (async () => {
    for await (const item of stream) if (item.type === 'event') events.push(item.event)
  })()
  const ended = reading
    .catch(() => {})
    .finally(() => {
      isEnded = true
    })
  const latest = (sendId: string) =>
    events.filter(event => event.type === 'send').findLast(event => event.sendId === sendId)?.progress
  async function lose(): Promise<void> {
    // A signal cannot be used: Node's fetch loses the signal of a request once that is garbage-collected.
    await stream.return()
    await ended
  }

  return {
    windowId,
    events,
    isEnded: () => isEnded,
    latest,
    waitForState: (sendId, state) =>
      waitFor(
        () => progressIn(latest(sendId), state),
        () => `${state}, and it is ${latest(sendId)?.state}`,
        { timeoutMs: 60_000 },
      ),
    async close() {
      // If the server is gone, there is nothing to close.
      await client.events.leave({ windowId, sequence: 0 }).catch(() => undefined)
      await lose()
    },
    lose,
  }
}

function progressIn<State extends SendProgress['state']>(
  progress: SendProgress | undefined,
  state: State,
): Extract<SendProgress, { state: State }> | null {
  return isIn(progress, state) ? progress : null
}

function isIn<State extends SendProgress['state']>(
  progress: SendProgress | undefined,
  state: State,
): progress is Extract<SendProgress, { state: State }> {
  return progress?.state === state
}

/** A `fetch` over `node:http` with as many connections as a browser opens to one address. */
export function browserLikeFetch(): { readonly agent: Agent; fetch(request: Request): Promise<Response> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  return {
    agent,
    async fetch(request) {
      const body = Buffer.from(await request.arrayBuffer())
      return new Promise((resolve, reject) => {
        const outgoing = startRequest(request.url, {
          method: request.method,
          headers: { ...Object.fromEntries(request.headers), 'content-length': String(body.byteLength) },
          agent,
          signal: request.signal,
        })
        outgoing.once('error', reject)
        outgoing.once('response', incoming => {
          const headers = new Headers()
          for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
          const content = new ReadableStream<Uint8Array>({
            start(controller) {
              incoming.on('data', (chunk: Uint8Array) => controller.enqueue(chunk))
              incoming.once('end', () => controller.close())
              incoming.once('error', error => controller.error(error))
            },
          })
          resolve(new Response(content, { status: incoming.statusCode ?? 0, headers }))
        })
        outgoing.end(body)
      })
    },
  }
}

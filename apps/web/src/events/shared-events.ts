import type { FollowedWindow } from '@parley/server/contract'
import type { WindowListener } from './window-listener.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** A worker of this browser as a window is connected to it. */
export interface WorkerConnection {
  post(message: ToWorker): void
  onMessage(listener: (message: FromWorker) => void): void
  /** The worker cannot be loaded. */
  onFailure(listener: () => void): void
  close(): void
}

/** What a window needs to share a worker with the other windows of its browser. */
export interface SharedEventsPorts {
  /** Connects to the worker of this generation, and begins it if there is none. */
  connect(generation: number): WorkerConnection
  /** The generation that all windows are to use. */
  readGeneration(): number
  writeGeneration(generation: number): void
  /** Calls back when another window writes a generation. */
  onGeneration(listener: () => void): () => void
  /** Resolves when a Web Lock is free; never, if `signal` aborts before. */
  waitForLock(name: string, signal: AbortSignal): Promise<void>
  /** Calls back at this interval, in milliseconds. */
  every(periodMs: number, callback: () => void): () => void
}

export interface SharedEventsOptions {
  readonly token: string
  /** The window as it joins now, with a sequence number of its own. */
  joining(): FollowedWindow
  readonly listener: WindowListener
  /** There can be no shared worker: the window needs a stream of its own. */
  onUnavailable(): void
}

const beatMs = 1_000
/** A worker is called deaf after this many beats without a word from it. */
const missedBeats = 5
/** The same for a worker that has yet to load, which takes its time on a busy machine. */
const missedBeatsAtStart = 30

/**
 * Follows the events of a window through the worker that the windows of its browser share. A worker whose
 * process was killed gives its lock free, and one whose process hangs misses its heartbeats: the windows then
 * agree on the next generation, which is a new worker.
 */
export function followSharedEvents(ports: SharedEventsPorts, options: SharedEventsOptions): () => void {
  let generation = ports.readGeneration()
  let leave = () => {}

  function follow(): void {
    leave = joinWorker(ports, options, generation, () => {
      ports.writeGeneration(Math.max(ports.readGeneration(), generation + 1))
      move()
    })
  }

  function move(): void {
    const next = ports.readGeneration()
    // The write of a window that lags behind: the others are to use the later one.
    if (next < generation) ports.writeGeneration(generation)
    if (next <= generation) return
    generation = next
    leave()
    follow()
  }

  follow()
  const endListening = ports.onGeneration(move)
  return () => {
    endListening()
    leave()
  }
}

/** Joins the worker of a generation; returns what leaves it. */
function joinWorker(
  ports: SharedEventsPorts,
  { token, joining, listener, onUnavailable }: SharedEventsOptions,
  generation: number,
  onLost: () => void,
): () => void {
  const ended = new AbortController()
  const lose = () => {
    if (!ended.signal.aborted) onLost()
  }
  const worker = ports.connect(generation)
  const window = joining()
  let silentBeats = 0
  let mostSilentBeats = missedBeatsAtStart
  worker.onMessage(message => {
    if (ended.signal.aborted) return
    silentBeats = 0
    if (message.type === 'event') listener.onEvent(message.event, message.position)
    else if (message.type === 'connection') listener.onConnection(message.state)
    else if (message.type === 'ready') {
      mostSilentBeats = missedBeats
      void ports.waitForLock(message.lockName, ended.signal).then(lose)
    }
  })
  worker.onFailure(() => {
    if (!ended.signal.aborted) onUnavailable()
  })
  const endBeats = ports.every(beatMs, () => {
    silentBeats += 1
    if (silentBeats > mostSilentBeats) lose()
    else worker.post({ type: 'ping' })
  })
  worker.post({ type: 'join', token, window })
  return () => {
    ended.abort()
    endBeats()
    worker.post({ type: 'leave', windowId: window.windowId, sequence: window.sequence })
    worker.close()
  }
}

import type { FollowedWindow } from '@parley/server/contract'
import type { WindowListener } from './window-listener.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** A window's connection to a shared worker. */
export interface WorkerConnection {
  post(message: ToWorker): void
  onMessage(listener: (message: FromWorker) => void): void
  /** Calls back if the worker cannot be loaded. */
  onFailure(listener: () => void): void
  close(): void
}

/** What a window needs to share a worker with the other windows of its browser. */
export interface SharedEventsPorts {
  /** Connects to the worker of this generation; starts it if needed. */
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
  /** Returns the window with a new sequence number. */
  joining(): FollowedWindow
  readonly listener: WindowListener
  /** Called if the window cannot share a worker, so that it needs its own stream. */
  onUnavailable(): void
}

const beatMs = 1_000
/** After this many heartbeats without a message the worker counts as hanging. */
const missedBeats = 5
/** The same for a worker that is still loading, which can take long on a busy machine. */
const missedBeatsAtStart = 30

/**
 * Follows the events of a window through the worker that the windows of its browser share. A worker whose
 * process was killed releases its lock and does not answer; one whose process hangs misses its heartbeats. The
 * windows then agree on the next generation, which is a new worker.
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
    // A window with an older generation overwrote it.
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

/** Joins the worker of a generation; returns a function that leaves it. */
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
  let isLockFree = false
  // Clearing the browser's data of a site gives its open windows locks that no other window or worker sees.
  const suspectLoss = () => {
    if (ended.signal.aborted) return
    isLockFree = true
    silentBeats = 0
    mostSilentBeats = 1
    worker.post({ type: 'ping' })
  }
  worker.onMessage(message => {
    if (ended.signal.aborted) return
    if (isLockFree && message.type === 'pong') return onUnavailable()
    silentBeats = 0
    if (message.type === 'event') listener.onEvent(message.event, message.position)
    else if (message.type === 'connection') listener.onConnection(message.state)
    else if (message.type === 'ready') {
      mostSilentBeats = missedBeats
      void ports.waitForLock(message.lockName, ended.signal).then(suspectLoss)
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

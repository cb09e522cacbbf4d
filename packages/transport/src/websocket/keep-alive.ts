import type { FramedEnd, FramingOptions } from '@parley/engine'
import { startTimer } from '../start-timer.ts'

interface KeepAliveHost {
  ping(): void
  giveUp(failure: FramedEnd): void
}

/** Pings at an interval, and gives up when nothing at all comes after a ping. */
export class KeepAlive {
  readonly #options: FramingOptions
  readonly #host: KeepAliveHost
  #stopInterval: () => void = () => {}
  #stopLimit: (() => void) | null = null

  constructor(options: FramingOptions, host: KeepAliveHost) {
    this.#options = options
    this.#host = host
    this.#schedule()
  }

  /** Call whenever something arrives. */
  noteReceived(): void {
    this.#stopLimit?.()
    this.#stopLimit = null
  }

  stop(): void {
    this.#stopInterval()
    this.#stopLimit?.()
  }

  #schedule(): void {
    const { keepAliveIntervalMs, pongTimeoutMs } = this.#options
    this.#stopInterval = startTimer(keepAliveIntervalMs, () => {
      this.#host.ping()
      this.#stopLimit ??= startTimer(pongTimeoutMs, () => this.#host.giveUp(tooLate(pongTimeoutMs)))
      this.#schedule()
    })
  }
}

function tooLate(pongTimeoutMs: number): FramedEnd {
  return { kind: 'failed', code: 'WEBSOCKET_PONG_TIMEOUT', subject: `${pongTimeoutMs} ms` }
}

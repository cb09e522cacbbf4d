import { errorCodeOf } from '@parley/files'
import type { Environment, OutputStream } from './streams.ts'
import { type Colors, terminalColors } from './terminal-colors.ts'

/** What wants to know that standard output cannot be written any more. */
export interface OutputWatcher {
  /** Called once nothing more can be written. */
  readonly onFault: () => void
  /** Called once nobody reads any more. */
  readonly onReaderGone: () => void
}

/** Standard output of a command line. A reader that disconnects (`parley send … | head`) is no fault. */
export class StandardOutput {
  readonly stream: OutputStream
  readonly colors: Colors
  readonly #isPipe: () => boolean
  #watcher: OutputWatcher | null = null
  #faultCode: string | null = null
  #isReaderGone = false

  /** @param isPipe returns whether another program reads the stream */
  constructor(stream: OutputStream, env: Environment, isPipe: () => boolean) {
    this.stream = stream
    this.colors = terminalColors(stream, env)
    this.#isPipe = isPipe
    stream.on('error', error => this.#onError(error))
  }

  get isTerminal(): boolean {
    return this.stream.isTTY === true
  }

  /** Whether written bytes may appear on the user's terminal: the program that reads a pipe often prints to it. */
  get mayShow(): boolean {
    return this.isTerminal || this.#isPipe()
  }

  /** The system's error code after a failed write; null if none failed. */
  get faultCode(): string | null {
    return this.#faultCode
  }

  /** True once its reader has disconnected. */
  get isReaderGone(): boolean {
    return this.#isReaderGone
  }

  /** Makes failed writes something that a command reports; otherwise they are bugs. */
  watch(watcher: OutputWatcher): void {
    this.#watcher = watcher
  }

  /** Resolves when more can be written, or nothing can. */
  write(bytes: Uint8Array | string): Promise<void> {
    return new Promise(resolve => {
      this.stream.write(bytes, () => resolve())
    })
  }

  /** Prints Parley's own text. */
  print(text: string): void {
    this.stream.write(text)
  }

  #onError(error: Error): void {
    if (errorCodeOf(error) === 'EPIPE') {
      this.#isReaderGone = true
      this.#watcher?.onReaderGone()
      return
    }
    if (this.#watcher === null) throw error
    this.#faultCode = errorCodeOf(error)
    this.#watcher.onFault()
  }
}

import { Agent } from 'node:http'
import type { Duplex } from 'node:stream'

/** Makes Node's parser use one socket, opened by Parley, for its requests in turn. */
export class OneSocketAgent extends Agent {
  readonly #socket: Duplex
  readonly #onFree: () => void

  /** `onFree` is called when an exchange has ended and the connection can be used for another. */
  constructor(socket: Duplex, onFree: () => void) {
    super({ keepAlive: true, maxSockets: 1 })
    this.#socket = socket
    this.#onFree = onFree
  }

  override createConnection(): Duplex {
    return this.#socket
  }

  /** Node asks whether it may keep the socket, and takes every value except a falsy one for a yes. */
  override keepSocketAlive(): boolean {
    this.#onFree()
    return true
  }
}

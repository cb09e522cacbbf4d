import { Agent } from 'node:http'
import type { Duplex } from 'node:stream'

/** Lets Node's parser take its requests one after the other to a socket that we opened ourselves. */
export class OneSocketAgent extends Agent {
  readonly #socket: Duplex
  readonly #onFree: () => void

  /** `onFree`: an exchange has ended in a way that leaves the connection ready for another. */
  constructor(socket: Duplex, onFree: () => void) {
    super({ keepAlive: true, maxSockets: 1 })
    this.#socket = socket
    this.#onFree = onFree
  }

  override createConnection(): Duplex {
    return this.#socket
  }

  /** Node asks whether it may keep the socket, and takes any value but a false one for a yes. */
  override keepSocketAlive(): boolean {
    this.#onFree()
    return true
  }
}

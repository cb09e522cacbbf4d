/// <reference path="../../servers/ws-server.d.ts" />
import { failed, ok, type Result } from '@parley/model'
import type { ExecutionResult } from 'graphql'
import type { WebSocket } from 'ws'
import type { BookShelf } from '../book-shelf.ts'
import { isRecord } from '../read-json.ts'
import { prepareOperation, readPayload } from './prepare-operation.ts'

/** Answers operations over a WebSocket with the subprotocol `graphql-transport-ws`. */
export function answerGraphQlSocket(shelf: BookShelf, socket: WebSocket): void {
  if (socket.protocol !== 'graphql-transport-ws') {
    socket.close(4406, 'Subprotocol not acceptable')
    return
  }
  new GraphQlSocket(shelf, socket).listen()
}

class GraphQlSocket {
  readonly #shelf: BookShelf
  readonly #socket: WebSocket
  readonly #operations = new Map<string, AbortController>()
  #isAccepted = false

  constructor(shelf: BookShelf, socket: WebSocket) {
    this.#shelf = shelf
    this.#socket = socket
  }

  listen(): void {
    this.#socket.on('message', (data, isBinary) => {
      const message = isBinary ? null : parsed(data.toString())
      if (isRecord(message)) this.#take(message)
      else this.#socket.close(4400, 'Invalid message')
    })
    this.#socket.on('close', () => {
      for (const operation of this.#operations.values()) operation.abort()
    })
  }

  #take({ type, id, payload }: Readonly<Record<string, unknown>>): void {
    if (type === 'ping') this.#send({ type: 'pong' })
    else if (type === 'connection_init') this.#accept()
    else if (type === 'complete' && typeof id === 'string') this.#operations.get(id)?.abort()
    else if (type === 'subscribe' && typeof id === 'string') this.#subscribe(id, payload)
    else if (type !== 'pong') this.#socket.close(4400, 'Invalid message')
  }

  #accept(): void {
    if (this.#isAccepted) this.#socket.close(4429, 'Too many initialisation requests')
    else this.#send({ type: 'connection_ack' })
    this.#isAccepted = true
  }

  #subscribe(id: string, payload: unknown): void {
    if (!this.#isAccepted) this.#socket.close(4401, 'Unauthorized')
    else if (this.#operations.has(id)) this.#socket.close(4409, 'Subscriber already exists')
    else void this.#run(id, payload)
  }

  async #run(id: string, payload: unknown): Promise<void> {
    const operation = new AbortController()
    this.#operations.set(id, operation)
    try {
      const results = await this.#results(payload, operation.signal)
      if (results.ok) {
        for await (const result of results.value) this.#send({ id, type: 'next', payload: result })
        if (!operation.signal.aborted) this.#send({ id, type: 'complete' })
      } else this.#send({ id, type: 'error', payload: results.failure })
    } catch (error) {
      // A client that ends its subscription interrupts its source.
      if (!operation.signal.aborted) this.#send({ id, type: 'error', payload: [{ message: String(error) }] })
    } finally {
      this.#operations.delete(id)
    }
  }

  /** Returns the results of an operation, or the errors for which it is not run. */
  async #results(
    payload: unknown,
    signal: AbortSignal,
  ): Promise<Result<AsyncIterable<ExecutionResult>, readonly unknown[]>> {
    const parameters = readPayload(payload)
    if (typeof parameters === 'string') return failed([{ message: parameters }])
    const prepared = await prepareOperation(this.#shelf, parameters, signal)
    if (!prepared.ok) return prepared
    const results = await prepared.value.run()
    return ok(Symbol.asyncIterator in results ? results : once(results))
  }

  #send(message: object): void {
    this.#socket.send(JSON.stringify(message))
  }
}

async function* once(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

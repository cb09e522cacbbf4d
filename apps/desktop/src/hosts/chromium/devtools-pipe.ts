import type { Readable, Writable } from 'node:stream'
import * as z from 'zod'

const messageSchema = z.object({
  id: z.int().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
  sessionId: z.string().optional(),
})

/** A larger message is not for us; the pipe is closed rather than buffered without end. */
const maxMessageBytes = 16 * 1024 * 1024

/** Chromium could not follow a command of its protocol. */
class DevToolsError extends Error {
  override readonly name = 'DevToolsError'
}

export type DevToolsListener = (params: unknown, sessionId: string | null) => void

/**
 * Chromium's DevTools protocol over its pipe: JSON messages that end with a zero byte. Only this process has
 * the pipe, unlike a port, and Chromium ends with it.
 */
export class DevToolsPipe {
  readonly #input: Readable
  readonly #output: Writable
  readonly #calls = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  readonly #listeners = new Map<string, DevToolsListener[]>()
  #lastId = 0
  #isClosed = false

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
    output.on('drain', () => input.resume())
    let parts: Buffer[] = []
    let size = 0
    input.on('data', (chunk: Buffer) => {
      let from = 0
      for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
        this.#receive(Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8'))
        parts = []
        size = 0
        from = end + 1
      }
      if (from === chunk.length) return
      parts.push(chunk.subarray(from))
      size += chunk.length - from
      if (size > maxMessageBytes) input.destroy()
    })
    for (const stream of [input, output]) stream.on('error', () => {})
    input.once('close', () => this.#close())
  }

  /** Calls a method. Rejects with a {@link DevToolsError} if Chromium refuses it or has ended. */
  call(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new DevToolsError('Chromium has ended'))
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject })
      const mayFollow = this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
      // Many calls answer events: a Chromium that reads none of them is read no further.
      if (!mayFollow) this.#input.pause()
    })
  }

  on(method: string, listener: DevToolsListener): void {
    this.#listeners.set(method, [...(this.#listeners.get(method) ?? []), listener])
  }

  #receive(text: string): void {
    const message = messageSchema.safeParse(JSON.parse(text)).data
    if (message === undefined) return
    const { id, method, params, result, error, sessionId = null } = message
    if (id === undefined) {
      for (const listener of this.#listeners.get(method ?? '') ?? []) listener(params, sessionId)
      return
    }
    const waiting = this.#calls.get(id)
    this.#calls.delete(id)
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(new DevToolsError(error.message))
  }

  #close(): void {
    this.#isClosed = true
    for (const { reject } of this.#calls.values()) reject(new DevToolsError('Chromium has ended'))
    this.#calls.clear()
  }
}

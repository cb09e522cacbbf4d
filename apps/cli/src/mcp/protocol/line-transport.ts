import { StringDecoder } from 'node:string_decoder'
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { harmlessJson } from '@parley/model'

/** Longer lines are refused, in UTF-16 units. */
const longestLine = 8 * 1024 * 1024

/** An agent that leaves more answers unread is read no further, in UTF-16 units. */
export const mostUnread = 16 * 1024 * 1024

/** The codes of JSON-RPC 2.0 §5.1. */
const parseError = -32700
const invalidRequest = -32600

/**
 * MCP over lines of standard input and output. Unlike the library's own, it answers lines that are no message or
 * are too long, and goes on with the next one.
 */
export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #input: NodeJS.ReadableStream
  readonly #write: (line: string) => Promise<void>
  readonly #decoder = new StringDecoder('utf8')
  #pieces: string[] = []
  #length = 0
  #isClosed = false
  #unread = 0
  readonly #mostUnread: number

  /** @param write resolves when the next line may follow */
  constructor(input: NodeJS.ReadableStream, write: (line: string) => Promise<void>, most = mostUnread) {
    this.#input = input
    this.#write = write
    this.#mostUnread = most
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#onData)
    this.#input.on('end', this.#onEnd)
    this.#input.on('close', this.#onEnd)
    this.#input.on('error', this.#onEnd)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#answer(harmlessJson(JSON.stringify(message)))
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#input.off('data', this.#onData)
    this.#input.pause()
    this.onclose?.()
  }

  readonly #onEnd = () => void this.close()

  readonly #onData = (chunk: Buffer | string) => {
    const text = typeof chunk === 'string' ? chunk : this.#decoder.write(chunk)
    const [first = '', ...lines] = text.split('\n')
    this.#add(first)
    for (const line of lines) {
      this.#endLine()
      this.#add(line)
    }
  }

  /** Keeps a piece of a line, unless the line is too long already. */
  #add(piece: string): void {
    this.#length += piece.length
    if (this.#length <= longestLine) this.#pieces.push(piece)
    else this.#pieces = []
  }

  #endLine(): void {
    const line = this.#pieces.join('').trim()
    const isTooLong = this.#length > longestLine
    this.#pieces = []
    this.#length = 0
    if (isTooLong) this.#refuse(parseError, `A message is longer than ${longestLine} characters`, null)
    else if (line !== '') this.#receive(line)
  }

  #receive(line: string): void {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      this.#refuse(parseError, 'A line is not JSON', null)
      return
    }
    if (Array.isArray(value)) {
      this.#refuse(invalidRequest, 'Batches are not supported; send one message a line', null)
      return
    }
    let message: JSONRPCMessage
    try {
      message = parseJSONRPCMessage(value)
    } catch {
      this.#refuse(invalidRequest, 'A line is not a JSON-RPC 2.0 message', idOf(value))
      return
    }
    this.onmessage?.(message)
  }

  #refuse(code: number, message: string, id: string | number | null): void {
    void this.#answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
  }

  async #answer(line: string): Promise<void> {
    if (this.#isClosed) return
    this.#unread += line.length
    if (this.#unread > this.#mostUnread) this.#input.pause()
    await this.#write(`${line}\n`)
    this.#unread -= line.length
    if (this.#unread <= this.#mostUnread && !this.#isClosed) this.#input.resume()
  }
}

function idOf(value: unknown): string | number | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null
}

import type { RunningProgram } from '../run-program.testkit.ts'

/** Connects an official client to `parley mcp` by the lines of its standard input and output. */
export class LineClientTransport<Message> {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: Message) => void
  readonly #startServer: (onOutput: (text: string) => void) => RunningProgram
  readonly #parse: (value: unknown) => Message
  #running: RunningProgram | null = null
  #waiting = ''

  constructor(
    startServer: (onOutput: (text: string) => void) => RunningProgram,
    parse: (value: unknown) => Message,
  ) {
    this.#startServer = startServer
    this.#parse = parse
  }

  async start(): Promise<void> {
    const running = this.#startServer(text => this.#take(text))
    this.#running = running
    void running.ended.then(() => this.onclose?.())
  }

  async send(message: Message): Promise<void> {
    await this.#running?.write(`${JSON.stringify(message)}\n`)
  }

  async close(): Promise<void> {
    await this.#running?.stop()
  }

  #take(text: string): void {
    const lines = `${this.#waiting}${text}`.split('\n')
    this.#waiting = lines.pop() ?? ''
    for (const line of lines) this.onmessage?.(this.#parse(JSON.parse(line)))
  }
}

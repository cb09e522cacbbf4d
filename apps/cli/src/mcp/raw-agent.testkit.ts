import { waitFor } from '@parley/testkit'
import type { EndingSignal } from '../io/io.ts'
import type { RunningProgram } from '../run-program.testkit.ts'

/** A message of JSON-RPC 2.0. */
export interface RawMessage {
  readonly id?: unknown
  readonly method?: string
  readonly error?: { readonly code: number; readonly message: string }
  readonly result?: Readonly<Record<string, unknown>>
}

/** `parley mcp`, to which a test writes lines itself. */
export interface RawAgent {
  readonly exited: Promise<number | null>
  stdout(): string
  stderr(): string
  /** All messages so far; a line that is none throws. */
  messages(): readonly RawMessage[]
  write(text: string): Promise<void>
  writeBytes(bytes: Uint8Array): Promise<void>
  endInput(): void
  /** Stops reading what the program writes, as an agent that crashed does. */
  closeOutput(): void
  closeErrorOutput(): void
  signal(name: EndingSignal): void
  /** Resolves to the first message that a test waits for. */
  next(isIt: (message: RawMessage) => boolean): Promise<RawMessage>
  close(): Promise<unknown>
}

/** Returns an agent for `parley mcp` that runs. */
export function rawAgent(running: RunningProgram): RawAgent {
  const { stdout, stderr } = running
  const exited = running.ended.then(({ code }) => code)
  const messages = (): readonly RawMessage[] =>
    stdout()
      .slice(0, stdout().lastIndexOf('\n') + 1)
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
  return {
    exited,
    stdout,
    stderr,
    messages,
    write: text => running.write(text),
    writeBytes: bytes => running.write(bytes),
    endInput: () => running.endInput(),
    closeOutput: () => running.closeOutput(),
    closeErrorOutput: () => running.closeErrorOutput(),
    signal: name => running.kill(name),
    next: isIt =>
      waitFor(
        () => messages().find(isIt),
        () => `a message; there is ${stdout().slice(-300)} ${stderr()}`,
      ),
    close: () => running.stop(),
  }
}

/** Returns the line of a request. */
export function message(id: unknown, method: string, params: object = {}): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
}

/** Returns the line of a call of a tool. */
export function call(id: unknown, name: string, args: object): string {
  return message(id, 'tools/call', { name, arguments: args })
}

const initialize = message(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
})
const initialized = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`

/** Shakes hands with a program that was started. */
export async function beginRaw(raw: RawAgent): Promise<RawAgent> {
  await raw.write(initialize + initialized)
  await raw.next(({ id }) => id === 1)
  return raw
}

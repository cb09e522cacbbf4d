import { spawn } from 'node:child_process'
import { waitFor } from '@parley/testkit'

/** A message of JSON-RPC 2.0. */
export interface RawMessage {
  readonly id?: unknown
  readonly method?: string
  readonly error?: { readonly code: number; readonly message: string }
  readonly result?: Readonly<Record<string, unknown>>
}

/** `parley mcp`, to which a test writes lines itself. */
export interface RawAgent {
  readonly processId: number
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
  signal(name: NodeJS.Signals): void
  /** Resolves to the first message that a test waits for. */
  next(isIt: (message: RawMessage) => boolean): Promise<RawMessage>
  close(): Promise<unknown>
}

/** Starts the program with these words. */
export function startRaw(
  words: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): RawAgent {
  const child = spawn(process.execPath, words, { cwd, env: { PATH: process.env.PATH, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', chunk => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', chunk => {
    stderr += chunk
  })
  child.stdin.on('error', () => {})
  const exited = new Promise<number | null>(resolve => child.once('close', resolve))
  const messages = (): readonly RawMessage[] =>
    stdout
      .slice(0, stdout.lastIndexOf('\n') + 1)
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
  return {
    processId: child.pid ?? 0,
    exited,
    stdout: () => stdout,
    stderr: () => stderr,
    messages,
    write: text => new Promise(resolve => child.stdin.write(text, () => resolve())),
    writeBytes: bytes => new Promise(resolve => child.stdin.write(bytes, () => resolve())),
    endInput: () => void child.stdin.end(),
    closeOutput: () => void child.stdout.destroy(),
    closeErrorOutput: () => void child.stderr.destroy(),
    signal: name => void child.kill(name),
    next: isIt =>
      waitFor(
        () => messages().find(isIt),
        () => `a message; there is ${stdout.slice(-300)} ${stderr}`,
      ),
    close() {
      child.kill('SIGKILL')
      return exited
    },
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

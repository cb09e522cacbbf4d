import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { LineTransport } from './line-transport.ts'
import { takeStandardOutput } from './take-standard-output.ts'

/** Serves agents over standard input and output until the input ends or the signal aborts. */
export async function serveLines(createServer: () => McpServer, signal: AbortSignal): Promise<null> {
  const transport = new LineTransport(process.stdin, takeStandardOutput())
  await new Promise<void>(resolve => {
    const ended = () => resolve()
    // An agent that no longer reads has ended.
    process.stdout.once('error', () => void transport.close())
    const handle = serveStdio(createServer, { transport })
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      ended()
    }
    signal.addEventListener('abort', () => void handle.close().then(ended), { once: true })
  })
  return null
}

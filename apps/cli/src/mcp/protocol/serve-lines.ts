import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Io } from '../../io/io.ts'
import { LineTransport } from './line-transport.ts'
import { takeStandardOutput } from './take-standard-output.ts'

/** Serves agents over standard input and output until the input ends or the signal aborts. */
export async function serveLines(createServer: () => McpServer, signal: AbortSignal, io: Io): Promise<null> {
  const transport = new LineTransport(io.stdin.stream, takeStandardOutput(io))
  await new Promise<void>(resolve => {
    const ended = () => resolve()
    // An agent that no longer reads has ended.
    const close = () => void transport.close()
    io.stdout.watch({ onFault: close, onReaderGone: close })
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

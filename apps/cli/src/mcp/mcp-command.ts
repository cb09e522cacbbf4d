import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { readNumber } from '../options/read-number.ts'
import { printError } from '../output/standard-error.ts'
import { createAgentServer } from './agent-server.ts'
import { printCall } from './call-log.ts'
import type { McpOptions } from './define-mcp-command.ts'
import { openAgentHost } from './open-agent-host.ts'
import { AppReports } from './watch/app-reports.ts'
import { describeAgentServer } from './watch/describe-agent-server.ts'

/** `parley mcp`: serves saved requests to agents until their input ends. */
export async function mcpCommand(folders: readonly string[], options: McpOptions): Promise<ExitCode> {
  const port = readNumber(options.http, { name: '--http', unit: '', minimum: 0, maximum: 65_535 })
  if (typeof port === 'string') return printError(port, exitCodes.badInput)
  const host = await openAgentHost(folders.length === 0 ? ['.'] : folders, options)
  if (typeof host === 'string') return printError(host, exitCodes.badInput)
  const ended = new AbortController()
  let code: ExitCode = exitCodes.ok
  const stop = () => {
    code = exitCodes.interrupted
    ended.abort()
  }
  for (const signal of endingSignals) process.once(signal, stop)
  // The log is for the user: an agent that stops reading it is served further.
  process.stderr.on('error', () => {})
  const reports = new AppReports(describeAgentServer(host, options))
  const createServer = () =>
    createAgentServer(host, call => {
      printCall(call)
      reports.add(call)
    })
  const fault = await serve(createServer, port, ended.signal)
  for (const signal of endingSignals) process.off(signal, stop)
  await reports.close()
  await host.close()
  return fault === null ? code : printError(fault, exitCodes.badInput)
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Loads one of the two ways to be reached; the other one would only make the start slower. */
async function serve(
  createServer: () => ReturnType<typeof createAgentServer>,
  port: number | null,
  signal: AbortSignal,
): Promise<string | null> {
  if (port === null) {
    const { serveLines } = await import('./protocol/serve-lines.ts')
    return serveLines(createServer, signal)
  }
  const { serveHttp } = await import('./protocol/serve-http.ts')
  return serveHttp(createServer, port, signal)
}

import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { allEndingSignals, type Io } from '../io/io.ts'
import { readNumber } from '../options/read-number.ts'
import { createAgentServer } from './agent-server.ts'
import { printCall } from './call-log.ts'
import type { McpOptions } from './define-mcp-command.ts'
import { openAgentHost } from './open-agent-host.ts'
import { AppReports } from './watch/app-reports.ts'
import { describeAgentServer } from './watch/describe-agent-server.ts'

/** `parley mcp`: serves saved requests to agents until their input ends. */
export async function mcpCommand(folders: readonly string[], options: McpOptions, io: Io): Promise<ExitCode> {
  const port = readNumber(options.listen, { name: '--listen', unit: '', minimum: 0, maximum: 65_535 })
  if (typeof port === 'string') return io.stderr.printError(port, exitCodes.badInput)
  const host = await openAgentHost(folders.length === 0 ? ['.'] : folders, options, io)
  if (typeof host === 'string') return io.stderr.printError(host, exitCodes.badInput)
  io.stderr.printNotes(host.workspaces.all.flatMap(one => one.notes))
  const ended = new AbortController()
  let code: ExitCode = exitCodes.ok
  const stop = () => {
    code = exitCodes.interrupted
    ended.abort()
  }
  const stopListening = io.onSignals(allEndingSignals, stop)
  // The log is for the user: an agent that stops reading it is served further.
  io.stderr.surviveReader()
  const reports = new AppReports(describeAgentServer(host, options), io.env)
  const createServer = () =>
    createAgentServer(host, call => {
      printCall(call, io.stderr)
      reports.add(call)
    })
  const fault = await serve(createServer, port, ended.signal, io)
  stopListening()
  await reports.close()
  await host.close()
  return fault === null ? code : io.stderr.printError(fault, exitCodes.badInput)
}

/** Loads one of the two ways to be reached; the other one would only make the start slower. */
async function serve(
  createServer: () => ReturnType<typeof createAgentServer>,
  port: number | null,
  signal: AbortSignal,
  io: Io,
): Promise<string | null> {
  if (port === null) {
    const { serveLines } = await import('./protocol/serve-lines.ts')
    return serveLines(createServer, signal, io)
  }
  const { serveHttp } = await import('./protocol/serve-http.ts')
  return serveHttp(createServer, port, signal, io.stderr)
}

import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { readNumber } from '../options/read-number.ts'
import { printError } from '../output/standard-error.ts'
import { readAllowedPaths } from '../run/allowed-files.ts'
import { readSecrets } from '../run/read-secrets.ts'
import { RunSourceError } from '../run/run-source.ts'
import { readNetwork } from '../send/read-network.ts'
import { createAgentServer } from './agent-server.ts'
import { printCall } from './call-log.ts'
import type { McpOptions } from './define-mcp-command.ts'
import { ExposedWorkspaces } from './exposed/exposed-workspaces.ts'
import { Outcomes } from './outcomes.ts'
import { serveHttp } from './protocol/serve-http.ts'
import { serveLines } from './protocol/serve-lines.ts'
import { AgentSends } from './sending/agent-sends.ts'
import { KnownSecrets } from './sending/known-secrets.ts'
import { SendLimits } from './sending/send-limits.ts'
import type { AgentHost } from './tools/agent-tool.ts'

const usualSendsPerMinute = 60

/** `parley mcp`: serves saved requests to agents until their input ends. */
export async function mcpCommand(folders: readonly string[], options: McpOptions): Promise<ExitCode> {
  const port = readNumber(options.http, { name: '--http', unit: '', minimum: 0, maximum: 65_535 })
  if (typeof port === 'string') return printError(port, exitCodes.badInput)
  const host = await openHost(folders.length === 0 ? ['.'] : folders, options)
  if (typeof host === 'string') return printError(host, exitCodes.badInput)
  const ended = new AbortController()
  let code: ExitCode = exitCodes.ok
  const stop = () => {
    code = exitCodes.interrupted
    ended.abort()
  }
  for (const signal of endingSignals) process.once(signal, stop)
  const createServer = () => createAgentServer(host, printCall)
  const fault =
    port === null
      ? await serveLines(createServer, ended.signal)
      : await serveHttp(createServer, port, ended.signal)
  for (const signal of endingSignals) process.off(signal, stop)
  await host.sends.close()
  return fault === null ? code : printError(fault, exitCodes.badInput)
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Understands everything typed, and opens the workspaces; returns a sentence if something is wrong. */
async function openHost(folders: readonly string[], options: McpOptions): Promise<AgentHost | string> {
  if (options.readOnly === true && options.allowWrite === true)
    return 'Give only one of --read-only and --allow-write.'
  const perMinute = readNumber(options.sendsPerMinute, {
    name: '--sends-per-minute',
    unit: '',
    minimum: 1,
    maximum: 1_000_000,
  })
  if (typeof perMinute === 'string') return perMinute
  const choosePath = await readNetwork(options)
  if (typeof choosePath === 'string') return choosePath
  const allowedPaths = await readAllowedPaths(options.allowFile ?? [])
  if (typeof allowedPaths === 'string') return allowedPaths
  const typed = await readSecrets(options.secret ?? [])
  if (typeof typed === 'string') return typed
  const { environment } = options
  const collections = (options.collections ?? '').split(',').flatMap(name => name.trim() || [])
  const workspaces = await ExposedWorkspaces.open(folders, collections, environment).catch(sentenceOf)
  if (typeof workspaces === 'string') return workspaces
  const secrets = new KnownSecrets()
  secrets.add([...typed].map(([name, text]) => ({ name, text })))
  const isReadOnly = options.readOnly ?? false
  const mayWrite = options.allowWrite ?? false
  const sends = new AgentSends({
    plan: {
      ...(environment === undefined ? {} : { env: environment }),
      ...(options.secret === undefined ? {} : { secret: options.secret }),
    },
    choosePath,
    allowedHosts: options.allowHost ?? [],
    allowedPaths,
    isReadOnly,
    limits: new SendLimits(perMinute ?? usualSendsPerMinute),
    secrets,
  })
  return { workspaces, sends, outcomes: new Outcomes(), secrets, isReadOnly, mayWrite }
}

function sentenceOf(error: unknown): string {
  if (error instanceof RunSourceError) return error.message
  throw error
}

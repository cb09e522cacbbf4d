import type { NetworkPathChoice } from '@parley/transport'
import type { Io } from '../io/io.ts'
import { networkOptionNames } from '../options/add-network-options.ts'
import { readNumber } from '../options/read-number.ts'
import { readSecrets } from '../run/read-secrets.ts'
import { RunSourceError } from '../run/run-source.ts'
import type { McpOptions } from './define-mcp-command.ts'
import { ExposedWorkspaces } from './exposed/exposed-workspaces.ts'
import type { AppOutcomes } from './outcomes/app-outcomes.ts'
import { OwnOutcomes } from './outcomes/own-outcomes.ts'
import type { AgentSends } from './sending/agent-sends.ts'
import { KnownSecrets } from './sending/known-secrets.ts'
import { SendLimits } from './sending/send-limits.ts'
import type { AgentHost } from './tools/agent-tool.ts'

const usualSendsPerMinute = 60

/** An {@link AgentHost} that its owner closes. */
interface ClosableHost extends AgentHost {
  close(): Promise<void>
}

/** Understands everything typed, and opens the workspaces; returns a sentence if something is wrong. */
export async function openAgentHost(
  folders: readonly string[],
  options: McpOptions,
  io: Io,
): Promise<ClosableHost | string> {
  const { env, readOnly: isReadOnly = false, allowWrite: mayWrite = false } = options
  if (isReadOnly && mayWrite) return 'Give only one of --read-only and --allow-write.'
  const perMinute = readNumber(options.sendsPerMinute, sendsPerMinute)
  if (typeof perMinute === 'string') return perMinute
  const choosePath = await readNetworkIfGiven(options, io)
  if (typeof choosePath === 'string') return choosePath
  const allowedPaths = await readPathsIfGiven(options, io)
  if (typeof allowedPaths === 'string') return allowedPaths
  const typed = await readSecrets(options.secret ?? [], io)
  if (typeof typed === 'string') return typed
  const collections = (options.collections ?? '').split(',').flatMap(name => name.trim() || [])
  const workspaces = await ExposedWorkspaces.open(folders, collections, env, io).catch(sentenceOf)
  if (typeof workspaces === 'string') return workspaces
  const secrets = new KnownSecrets([...typed].map(([name, text]) => ({ name, text })))
  const sendOptions = {
    io,
    plan: {
      ...(env === undefined ? {} : { env }),
      ...(options.secret === undefined ? {} : { secret: options.secret }),
    },
    choosePath,
    allowedHosts: options.allowHost ?? [],
    allowedPaths,
    isReadOnly,
    limits: new SendLimits(perMinute ?? usualSendsPerMinute),
    secrets,
  }
  let sends: Promise<AgentSends> | null = null
  let appOutcomes: Promise<AppOutcomes> | null = null
  return {
    workspaces,
    sends: () => {
      sends ??= import('./sending/agent-sends.ts').then(loaded => new loaded.AgentSends(sendOptions))
      return sends
    },
    outcomes: new OwnOutcomes(),
    appOutcomes: () => {
      appOutcomes ??= import('./outcomes/app-outcomes.ts').then(
        loaded => new loaded.AppOutcomes(workspaces, secrets, io.env),
      )
      return appOutcomes
    },
    secrets,
    isReadOnly,
    mayWrite,
    async close() {
      workspaces.close()
      await (await sends)?.close()
    },
  }
}

const sendsPerMinute = { name: '--sends-per-minute', unit: '', minimum: 1, maximum: 1_000_000 }

async function readNetworkIfGiven(options: McpOptions, io: Io): Promise<NetworkPathChoice | string | null> {
  if (!networkOptionNames.some(name => Object.hasOwn(options, name))) return null
  const { readNetwork } = await import('../send/read-network.ts')
  return readNetwork(options, io)
}

async function readPathsIfGiven({ allowFile = [] }: McpOptions, io: Io): Promise<readonly string[] | string> {
  if (allowFile.length === 0) return []
  const { readAllowedPaths } = await import('../run/allowed-files.ts')
  return readAllowedPaths(allowFile, io)
}

function sentenceOf(error: unknown): string {
  if (error instanceof RunSourceError) return error.message
  throw error
}

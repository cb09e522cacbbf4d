import { join } from 'node:path'
import {
  defaultRunOptions,
  type RunHost,
  type RunItem,
  type RunOptions,
  type RunResult,
  type RunSession,
  type RunSummary,
  runCollection,
  secretsOf,
  type VariableScope,
  variableScopes,
  watchOutgoing,
} from '@parley/engine'
import { literalSecretsOf } from '@parley/engine/agents'
import type { FilePlace } from '@parley/files'
import { draftOf, type Request } from '@parley/model'
import type { NetworkPathChoice, OpenableFiles } from '@parley/transport'
import type { LeaveOut, WorkspaceFailure } from '@parley/workspace'
import type { Io } from '../../io/io.ts'
import { filesByPlace, type PlannedRun, planRun } from '../../run/plan-run.ts'
import { type ClosableRunHost, createRunHost } from '../../run/run-host.ts'
import type { RunCommandOptions } from '../../run/run-options.ts'
import { RunSourceError } from '../../run/run-source.ts'
import type { ExposedWorkspace } from '../exposed/exposed-workspace.ts'
import { RefusedCall } from '../refusal.ts'
import { handleOf } from './handle-of.ts'
import { KeptBodies } from './kept-bodies.ts'
import type { KnownSecrets } from './known-secrets.ts'
import { knownSecretsGate } from './known-secrets-gate.ts'
import { markingSession } from './marking-session.ts'
import { type CollectionAround, readCollectionAround } from './read-collection-around.ts'
import { readOnlyTransport } from './read-only-transport.ts'
import type { SendLimits } from './send-limits.ts'

/** What the command line says about the sends of agents. */
export interface AgentSendOptions {
  readonly io: Io
  /** The options of the plan: environment and typed secrets. */
  readonly plan: Pick<RunCommandOptions, 'env' | 'secret'>
  readonly choosePath: NetworkPathChoice | null
  readonly allowedHosts: readonly string[]
  readonly allowedPaths: readonly string[]
  readonly isReadOnly: boolean
  readonly limits: SendLimits
  readonly secrets: KnownSecrets
}

/** What an agent asks to send. */
export interface AskedSend {
  readonly workspace: ExposedWorkspace
  /** The path of a request, folder or collection in the workspace; empty: all of it. */
  readonly path: string
  /** The paths of the files that are sent, in the workspace: only about these may the agent learn something. */
  readonly files: readonly string[]
  /** Returns whether one of the requests there is sent. */
  readonly isWanted: (item: RunItem) => boolean
  /** Values for this call, which count as those of a script: they never decide where a secret goes. */
  readonly variables: Readonly<Record<string, string>>
  /** Rows of data, one for each iteration. */
  readonly rows: readonly Readonly<Record<string, string>>[]
  readonly iterations: number
  /** Null: as the request says. */
  readonly timeoutMs: number | null
  /** Whether values of scripts and cookies last until the server ends. */
  readonly sharesSession: boolean
  readonly keptBodies: RunOptions['keptBodies']
  /** Receives the path of each file that cannot be read; what it has is not sent. */
  readonly onLeftOut?: (path: string) => void
  /** Receives what the open Parley shows of the files and has not saved, in words: what is saved is sent. */
  readonly onUnsaved: (unsaved: readonly string[]) => void
}

/** Sends saved requests for agents, as `parley run` does, with the secrets of this device. */
export class AgentSends {
  readonly bodies = new KeptBodies()
  readonly #options: AgentSendOptions
  #host: Promise<ClosableRunHost> | null = null
  #session: RunSession | null = null
  readonly #placeOf = new WeakMap<RunItem, FilePlace>()
  /** The same files for each call, so that their connections are kept. */
  readonly #filesOf: (item: RunItem) => OpenableFiles

  constructor(options: AgentSendOptions) {
    this.#options = options
    const { allowedPaths, io } = options
    const placeOf = (item: RunItem) => {
      const place = this.#placeOf.get(item)
      if (place === undefined) throw new Error(`No plan has the request ${item.key}`)
      return place
    }
    this.#filesOf = filesByPlace(placeOf, allowedPaths, io.homeFolder())
  }

  /**
   * Sends requests, and reports each result.
   * @throws RefusedCall if nothing may be sent
   */
  async send(
    asked: AskedSend,
    onResult: (result: RunResult) => void,
    signal: AbortSignal,
  ): Promise<RunSummary> {
    const items = await this.#plan(asked)
    const { limits } = this.#options
    return limits.run(items.length * asked.iterations, async () => {
      const host = await this.#hostFor(asked)
      const options: RunOptions = {
        ...defaultRunOptions,
        iterations: asked.iterations,
        data: asked.rows.map(row => agentScope('iteration', row)),
        keptBodies: asked.keptBodies,
      }
      return runCollection(
        items,
        options,
        host,
        async event => {
          if (event.type !== 'requestEnded') return
          await this.bodies.keep(asked.keptBodies === 'none' ? '' : handleOf(event.result))
          onResult(event.result)
        },
        signal,
      )
    })
  }

  /** The hosts that the user allowed. */
  get allowedHosts(): readonly string[] {
    return this.#options.allowedHosts
  }

  /** Reads the collection at a path with each of its environments. @throws RefusedCall if it cannot be read */
  collectionAt({ root }: ExposedWorkspace, path: string): Promise<CollectionAround> {
    const { plan, io } = this.#options
    const secret = plan.secret === undefined ? {} : { secret: plan.secret }
    return refusing(path, () => readCollectionAround(root, path, secret, io))
  }

  async close(): Promise<void> {
    await (await this.#host)?.close()
  }

  /** Reads the files again for each call, because the user goes on editing them. */
  async #plan(asked: AskedSend): Promise<readonly RunItem[]> {
    const { variables, timeoutMs } = asked
    const planned = await this.#planned(asked)
    if (planned.unsaved.length > 0) asked.onUnsaved(planned.unsaved)
    const scope = agentScope('send', variables)
    return planned.items.filter(asked.isWanted).map(item => {
      this.#noteSecrets(item, [...Object.keys(variables), ...asked.rows.flatMap(row => Object.keys(row))])
      const { request, context } = item
      const sent: RunItem = {
        ...item,
        request: timeoutMs === null ? request : withTimeout(request, timeoutMs),
        context: { ...context, liveScopes: [...context.liveScopes, scope] },
      }
      this.#placeOf.set(sent, planned.placeOf(item))
      return sent
    })
  }

  #planned({ workspace: { root }, path, files, onLeftOut = () => {} }: AskedSend): Promise<PlannedRun> {
    const { plan, io } = this.#options
    return refusing(path, leaveOut => {
      const noted: LeaveOut = failure => {
        leaveOut(failure)
        onLeftOut(failure.path)
      }
      return planRun([join(root, path)], plan, io, {
        usesDeviceSecrets: true,
        leaveOut: noted,
        files: files.map(file => join(root, file)),
      })
    })
  }

  /** Notes the secrets that a request could use. @throws RefusedCall if an agent's variable has the name of one */
  #noteSecrets({ request, context }: RunItem, names: readonly string[]): void {
    const draft = draftOf(request)
    if (draft === null) return
    const scopes = variableScopes(draft, context)
    // Literals that look like secrets are masked for agents, so they may not come back from a server either.
    this.#options.secrets.addStored([...secretsOf(scopes), ...literalSecretsOf(draft, context)])
    const secret = names.find(name => scopes.some(scope => scope.secretNames?.has(name)))
    if (secret !== undefined)
      throw new RefusedCall(
        'SECRET_VARIABLE',
        `“${secret}” is the name of a secret, which agents cannot set.`,
        'Leave it out: the request is sent with the value that this device has.',
      )
  }

  async #hostFor({ sharesSession }: AskedSend): Promise<RunHost> {
    this.#host ??= createRunHost(
      { items: 'later', filesOf: this.#filesOf },
      {
        choosePath: this.#options.choosePath,
        allowedHosts: this.#options.allowedHosts,
        bodies: this.bodies.store,
      },
    )
    const host = await this.#host
    const { secrets } = this.#options
    await secrets.hider()
    const newSession = () => markingSession(host.newSession(), text => secrets.hide(text))
    return {
      ...host,
      portsOf: item => {
        const { files, transport } = host.portsOf(item)
        const watched = watchOutgoing(transport, sent => secrets.addSent(sent))
        const { allowedHosts, isReadOnly } = this.#options
        const guarded = knownSecretsGate(watched, secrets, allowedHosts)
        return { files, transport: isReadOnly ? readOnlyTransport(guarded) : guarded }
      },
      newSession: () => {
        if (!sharesSession) return newSession()
        this.#session ??= newSession()
        return this.#session
      },
    }
  }
}

function withTimeout(request: Request, timeoutMs: number): Request {
  return 'settings' in request
    ? { ...request, settings: { ...request.settings, timeoutMs } }
    : { ...request, options: { ...request.options, deadlineMs: timeoutMs } }
}

function agentScope(name: 'send' | 'iteration', values: Readonly<Record<string, string>>): VariableScope {
  const entries = Object.entries(values).map(([key, text]) => [key, { text, isLiteral: true }] as const)
  return { name, values: new Map(entries), isSetByAgent: true }
}

/** One unreadable file refuses only what needs it. @throws RefusedCall */
async function refusing<Value>(path: string, task: (leaveOut: LeaveOut) => Promise<Value>): Promise<Value> {
  const leftOut: WorkspaceFailure[] = []
  try {
    return await task(failure => leftOut.push(failure))
  } catch (error) {
    if (!(error instanceof RunSourceError)) throw error
    const first = leftOut.find(one => one.path === path) ?? leftOut[0]
    const sentence =
      first === undefined
        ? error.plainMessage
        : `${first.path}: ${first.plainSentence ?? first.sentence} ${first.nextStep}`
    throw new RefusedCall('NOT_READ', sentence, 'Ask the user to correct the file, then try again.')
  }
}

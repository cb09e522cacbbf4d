import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import {
  allowedOrigins,
  authSessionInMemory,
  type BodyStore,
  compiledDefinitionsInMemory,
  needsSandbox,
  type RunHost,
  type RunItem,
  type RunSession,
  reflectedDefinitionsInMemory,
  withoutScripts,
} from '@parley/engine'
import {
  createCookieJar,
  createTransport,
  type NetworkPathChoice,
  type NodeTransport,
  nodeHostNames,
  nodeSources,
  type OpenableFiles,
  waitUnlessAborted,
} from '@parley/transport'
import { definitionFiles } from '../grpc/definition-files.ts'
import { bothStores } from '../output/both-stores.ts'
import { type MemoryBodies, memoryBodies } from './memory-bodies.ts'
import { nameAllowSecret } from './name-allow-secret.ts'
import type { PlannedRun } from './plan-run.ts'

/** What a command line says about the I/O of its sends. */
export interface RunHostOptions {
  /** Null: directly. */
  readonly choosePath: NetworkPathChoice | null
  /** The values of `--allow-host`. */
  readonly allowedHosts: readonly string[]
  /** Receives the bodies of responses; without it they are only kept for scripts. */
  readonly bodyStore?: BodyStore
  /** Where bodies are kept, for a caller that reads them; by default nobody else can. */
  readonly bodies?: MemoryBodies
}

/** The requests of a run, and what they may read. */
type RunFiles = Pick<PlannedRun, 'filesOf'> &
  Partial<Pick<PlannedRun, 'protoTextsOf'>> & { readonly items: readonly RunItem[] | 'later' }

/** The I/O of a run, which its owner closes. */
export interface ClosableRunHost extends RunHost {
  /** The part, from 0 to 1, of the time since it was created in which its busiest thread was busy. */
  utilization(): number
  close(): Promise<void>
}

/**
 * Creates the I/O of a run on the command line; the sandbox is loaded only if requests have scripts.
 * @param items - `later`: they are not known yet
 */
export async function createRunHost(
  { items, filesOf, protoTextsOf = () => undefined }: RunFiles,
  { choosePath, allowedHosts, bodyStore, bodies = memoryBodies() }: RunHostOptions,
): Promise<ClosableRunHost> {
  const needsScripts =
    items === 'later' || items.some(({ request, context }) => needsSandbox(request, context.ancestors))
  const store =
    bodyStore === undefined ? bodies.store : needsScripts ? bothStores(bodies.store, bodyStore) : bodyStore
  const transports = new Map<OpenableFiles, NodeTransport>()
  const compiled = compiledDefinitionsInMemory()
  const wireOf = (files: OpenableFiles) => {
    const transport =
      transports.get(files) ??
      createTransport({
        bodyStore: store,
        openFile: files.open,
        ...(choosePath === null ? {} : { choosePath }),
      })
    transports.set(files, transport)
    return { files, transport }
  }
  const scripting = needsScripts ? await scriptingOver(bodies) : null
  const idleAtStart = performance.eventLoopUtilization()
  return {
    ports: {
      ...nodeSources,
      authSession: authSessionInMemory(),
      reflectedDefinitions: reflectedDefinitionsInMemory(() => performance.now()),
      secretHosts: allowedOrigins(allowedHosts, nodeHostNames),
    },
    portsOf: item => wireOf(filesOf(item)),
    definitionFilesOf: item => definitionFiles(filesOf(item), compiled, protoTextsOf(item)),
    newSession: scripting?.newSession ?? sessionWithoutScripts,
    releaseBody: handle => bodies.release(handle),
    wait: waitUnlessAborted,
    async compileCondition(condition) {
      const { compileJsonCondition } = await import('@parley/engine/json-query')
      return compileJsonCondition(condition)
    },
    async loadWebSocketFraming() {
      const { webSocketFraming } = await import('@parley/transport/websocket')
      return webSocketFraming
    },
    utilization: () =>
      Math.max(performance.eventLoopUtilization(idleAtStart).utilization, scripting?.utilization() ?? 0),
    async close() {
      for (const transport of transports.values()) transport.close()
      await scripting?.close()
    },
  }
}

async function scriptingOver(bodies: MemoryBodies) {
  const { createRunSession, ScriptPool } = await import('@parley/script')
  // The thread that sends is as busy as one that runs scripts: more of them than processors only cost time.
  const pool = new ScriptPool({ workers: availableParallelism() > 2 ? 2 : 1 })
  return {
    utilization: () => pool.utilization,
    newSession: (): RunSession => {
      const session = createRunSession({ pool, bodies, cookieJar: createCookieJar() })
      return {
        cookieJar: session.cookieJar,
        get scope() {
          return session.scope
        },
        scriptsFor: place => nameAllowSecret(session.scriptsFor(place)),
      }
    },
    close: () => pool.close(),
  }
}

function sessionWithoutScripts(): RunSession {
  return {
    cookieJar: createCookieJar(),
    scope: { name: 'session', values: new Map() },
    scriptsFor: () => withoutScripts,
  }
}

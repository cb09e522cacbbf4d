import { setTimeout as sleep } from 'node:timers/promises'
import { authSessionInMemory, type RunHost } from '@parley/engine'
import { createRunSession, ScriptPool } from '@parley/script'
import {
  createCookieJar,
  createTransport,
  filesByPath,
  type NetworkPathChoice,
  nodeHostNames,
} from '@parley/transport'
import { dynamicSources } from '../dynamic-sources.ts'
import { memoryBodies } from './memory-bodies.ts'

/** The I/O of a run on the command line; what scripts need is started with the first of them. */
export function createRunHost(
  choosePath: NetworkPathChoice | null,
): RunHost & { readonly close: () => Promise<void> } {
  const bodies = memoryBodies()
  const transport = createTransport({
    bodyStore: bodies.store,
    ...(choosePath === null ? {} : { choosePath }),
  })
  const pool = new ScriptPool()
  return {
    ports: {
      ...dynamicSources,
      transport,
      hostNames: nodeHostNames,
      files: filesByPath,
      authSession: authSessionInMemory(),
    },
    newSession: () => createRunSession({ pool, bodies, cookieJar: createCookieJar() }),
    releaseBody: handle => bodies.release(handle),
    async wait(timeMs, signal) {
      // Cancel ends a wait; what comes of it is the run's to say.
      await sleep(timeMs, undefined, { signal }).catch(() => {})
    },
    async close() {
      transport.close()
      await pool.close()
    },
  }
}

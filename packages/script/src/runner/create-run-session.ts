import type { CookieJar, RunSession } from '@parley/engine'
import type { HttpRequest } from '@parley/model'
import type { ScriptPool } from '../pool/script-pool.ts'
import type { ConsoleLine } from '../sandbox/worker-protocol.ts'
import { createScriptRunner } from './create-script-runner.ts'
import type { ResponseBodies } from './response-bodies.ts'
import { SessionValues } from './session-values.ts'

export interface RunSessionOptions {
  readonly pool: ScriptPool
  readonly bodies: ResponseBodies
  readonly cookieJar: CookieJar
  readonly onConsole?: (request: HttpRequest, lines: readonly ConsoleLine[]) => void
}

/**
 * Creates the session of a run: its scripts see the values of earlier scripts of the run, and none of the
 * page's.
 */
export function createRunSession({ cookieJar, ...options }: RunSessionOptions): RunSession {
  const session = new SessionValues()
  return {
    cookieJar,
    get scope() {
      return session.scope
    },
    scriptsFor: ({ requestId, ...place }) =>
      createScriptRunner({ ...options, ...place, session, requestId: () => requestId }),
  }
}

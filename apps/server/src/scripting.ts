import type { CookieJar, RunSession, ScriptRunner, VariableScope } from '@parley/engine'
import {
  type ConsoleLine,
  createRunSession,
  createScriptRunner,
  type ResponseBodies,
  ScriptPool,
  SessionValues,
} from '@parley/script'
import type { SessionValuesEvent } from './contract/index.ts'

/** More of a value than a list shows. */
const shownCharacters = 1000

export interface ScriptsOfSend {
  /** `pm.info.requestId`. */
  readonly requestId: string
  readonly onConsole: (lines: readonly ConsoleLine[]) => void
}

/** The scripts of all sends: they share threads, and the values that they set for this session (spec 4.5). */
export class Scripting {
  readonly #pool = new ScriptPool()
  readonly #bodies: ResponseBodies
  readonly #session: SessionValues

  constructor(bodies: ResponseBodies, onSessionValues: () => void) {
    this.#bodies = bodies
    this.#session = new SessionValues(onSessionValues)
  }

  /** What scripts set, as a send sees it now. */
  get sessionScope(): VariableScope {
    return this.#session.scope
  }

  get sessionValues(): SessionValuesEvent {
    const values = this.#session.list().map(({ name, text, setBy }) => {
      const { requestName, owner, phase } = setBy
      const isCut = text.length > shownCharacters
      return {
        name,
        text: isCut ? text.slice(0, shownCharacters) : text,
        isCut,
        setBy: { requestName, owner, phase },
      }
    })
    return { type: 'sessionValues', values }
  }

  removeSessionValue(name: string): void {
    this.#session.remove(name)
  }

  clearSessionValues(): void {
    this.#session.clear()
  }

  runnerFor({ requestId, onConsole }: ScriptsOfSend): ScriptRunner {
    return createScriptRunner({
      pool: this.#pool,
      session: this.#session,
      bodies: this.#bodies,
      requestId: () => requestId,
      onConsole: (_request, lines) => onConsole(lines),
    })
  }

  /** A session of a run: it shares neither values nor cookies with sends (spec 2.1). */
  runSession(cookieJar: CookieJar): RunSession {
    return createRunSession({ pool: this.#pool, bodies: this.#bodies, cookieJar })
  }

  /** The first script of the user then waits for no thread to start. */
  async warmUp(): Promise<void> {
    await this.#pool.warmUp()
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}

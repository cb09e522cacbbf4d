import type { CookieJar, RunSession, ScriptRunner, VariableScope } from '@parley/engine'
import {
  type ConsoleLine,
  createRunSession,
  createScriptRunner,
  type ResponseBodies,
  ScriptPool,
  SessionValues,
} from '@parley/script'
import type { SessionValuesEvent, ValueSetter } from './contract/index.ts'

/** The maximum number of characters of a value in a list. */
const maxShownCharacters = 1000

export interface ScriptsOfSend {
  /** The value of `pm.info.requestId`. */
  readonly requestId: string
  readonly onConsole: (lines: readonly ConsoleLine[]) => void
}

/** Runs the scripts of all sends, which share threads and the values of this session (behaviour 4.5). */
export class Scripting {
  readonly #pool = new ScriptPool()
  readonly #bodies: ResponseBodies
  readonly #session: SessionValues

  constructor(bodies: ResponseBodies, onSessionValues: () => void) {
    this.#bodies = bodies
    this.#session = new SessionValues(onSessionValues)
  }

  /** The variables that scripts have set, as a send sees them now. */
  get sessionScope(): VariableScope {
    return this.#session.scope
  }

  /** Returns the script that set a value of the session; null if there is no such value. */
  setterOf(name: string): ValueSetter | null {
    const found = this.#session.list().find(one => one.name === name)
    if (found === undefined) return null
    const { requestName, owner, phase } = found.setBy
    return { requestName, owner, phase }
  }

  get sessionValues(): SessionValuesEvent {
    const values = this.#session.list().map(({ name, text, setBy }) => {
      const { requestName, owner, phase } = setBy
      const isCut = text.length > maxShownCharacters
      return {
        name,
        text: isCut ? text.slice(0, maxShownCharacters) : text,
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

  /** Creates the session of a run, which shares neither values nor cookies with sends (behaviour 2.1). */
  runSession(cookieJar: CookieJar): RunSession {
    return createRunSession({ pool: this.#pool, bodies: this.#bodies, cookieJar })
  }

  /** Starts a thread ahead of the first script of the user. */
  async warmUp(): Promise<void> {
    await this.#pool.warmUp()
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}

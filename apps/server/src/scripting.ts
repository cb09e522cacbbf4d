import { randomUUID } from 'node:crypto'
import type { CookieJar, RunSession, ScopeValue, ScriptRunner, VariableScope } from '@parley/engine'
import {
  type ConsoleLine,
  createRunSession,
  createScriptRunner,
  type ResponseBodies,
  ScriptPool,
  SessionValues,
  type SettingRow,
} from '@parley/script'
import type { SessionValuesEvent, ValueSetter } from './contract/index.ts'

/** The maximum number of characters of a value in a list. */
const maxShownCharacters = 1000
/** How many sets of values can be taken back. */
const rememberedSets = 20

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
  /** What takes back the latest sets of values, oldest first. */
  readonly #undo = new Map<string, () => void>()

  constructor(bodies: ResponseBodies, onSessionValues: () => void) {
    this.#bodies = bodies
    this.#session = new SessionValues(onSessionValues)
  }

  /** The variables that scripts have set, as a send sees them now. */
  get sessionScope(): VariableScope {
    return this.#session.scope
  }

  /** Returns who set a value of the session; null if there is no such value. */
  setterOf(name: string): ValueSetter | null {
    return this.#session.list().find(one => one.name === name)?.setBy ?? null
  }

  get sessionValues(): SessionValuesEvent {
    const values = this.#session.list().map(({ name, text, setBy }) => {
      const isCut = text.length > maxShownCharacters
      return { name, text: isCut ? text.slice(0, maxShownCharacters) : text, isCut, setBy }
    })
    return { type: 'sessionValues', values }
  }

  /** Sets the values of a data row. Returns the ID that takes that back; null: they are too many or too long. */
  putSessionValues(values: ReadonlyMap<string, ScopeValue>, row: SettingRow): string | null {
    const undo = this.#session.put(values, row)
    if (undo === null) return null
    const setId = randomUUID()
    this.#undo.set(setId, undo)
    for (const oldest of [...this.#undo.keys()].slice(0, -rememberedSets)) this.#undo.delete(oldest)
    return setId
  }

  /** Takes back what {@link putSessionValues} did. Returns false if it was taken back before, or long ago. */
  undoSet(setId: string): boolean {
    this.#undo.get(setId)?.()
    return this.#undo.delete(setId)
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

import type { ScopeValue, VariableScope } from '@parley/engine'
import type { ScriptError } from '@parley/model'
import type { VariableChange } from '../sandbox/worker-protocol.ts'
import { scriptLimits } from '../shared/script-limits.ts'

/** Who set a value: a script, or the user, who took up the data row of a run. */
export type SessionValueSource = SettingScript | SettingRow

/** A phase of the scripts that ran on a request. */
export interface SettingScript extends Pick<ScriptError, 'owner' | 'phase'> {
  readonly requestName: string
}

export interface SettingRow {
  /** The name of the data file. */
  readonly dataName: string
  /** From 0. */
  readonly iteration: number
}

export interface SessionValue {
  readonly name: string
  readonly text: string
  readonly setBy: SessionValueSource
}

/**
 * The values that scripts set with `environment.set` and similar calls, or the user from a data row. All requests of this
 * session see them, no file contains them, and they are lost when the process ends or the user signs out (behaviour 4.5).
 */
export class SessionValues {
  readonly #values = new Map<string, ScopeValue>()
  readonly #sources = new Map<string, SessionValueSource>()
  readonly #onChange: () => void

  constructor(onChange: () => void = () => {}) {
    this.#onChange = onChange
  }

  /** Returns the scope for a send; later changes do not affect it. */
  get scope(): VariableScope {
    return { name: 'session', values: new Map(this.#values) }
  }

  /** Returns the values in the order in which their names were first set. */
  list(): readonly SessionValue[] {
    return [...this.#values].flatMap(([name, { text }]) => {
      const setBy = this.#sources.get(name)
      return setBy === undefined ? [] : [{ name, text, setBy }]
    })
  }

  apply(changes: readonly VariableChange[], setBy: SessionValueSource): void {
    const own = changes.filter(change => change.scope === 'session')
    if (own.length === 0) return
    for (const change of own) {
      applyChange(this.#values, change)
      if (change.text === null) this.#sources.delete(change.name)
      else this.#sources.set(change.name, setBy)
    }
    this.#onChange()
  }

  /**
   * Sets the values of a data row, in which a `{{name}}` is filled in as in its run. Returns what takes that back, but for
   * values that were set or removed since; null: they are more than one script may set.
   */
  put(values: ReadonlyMap<string, ScopeValue>, row: SettingRow): (() => void) | null {
    const characters = [...values].reduce((total, [name, { text }]) => total + name.length + text.length, 0)
    if (values.size > scriptLimits.variableWrites || characters > scriptLimits.variableWriteCharacters)
      return null
    const own = { ...row }
    const before = [...values.keys()].map(
      name => [name, this.#values.get(name), this.#sources.get(name)] as const,
    )
    for (const [name, value] of values) this.#set(name, value, own)
    this.#onChange()
    return () => {
      for (const [name, value, setBy] of before)
        if (this.#sources.get(name) === own) this.#set(name, value, setBy)
      this.#onChange()
    }
  }

  #set(name: string, value: ScopeValue | undefined, setBy: SessionValueSource | undefined): void {
    if (value === undefined || setBy === undefined) {
      this.#values.delete(name)
      this.#sources.delete(name)
    } else {
      this.#values.set(name, value)
      this.#sources.set(name, setBy)
    }
  }

  remove(name: string): void {
    this.#sources.delete(name)
    if (this.#values.delete(name)) this.#onChange()
  }

  clear(): void {
    this.#values.clear()
    this.#sources.clear()
    this.#onChange()
  }
}

/** Applies a change. A `{{name}}` in a value from a script stays text (behaviour, Values from a response or a script). */
function applyChange(values: Map<string, ScopeValue>, { name, text, json }: VariableChange): void {
  if (text === null) values.delete(name)
  else values.set(name, json === null ? { text, isLiteral: true } : { text, isLiteral: true, json })
}

/** Returns scopes with the changes of a script. */
export function scopesWith(
  scopes: readonly VariableScope[],
  changes: readonly VariableChange[],
): readonly VariableScope[] {
  return scopes.map(scope => {
    const own = changes.filter(change => change.scope === scope.name)
    if (own.length === 0) return scope
    const values = new Map(scope.values)
    for (const change of own) applyChange(values, change)
    return { ...scope, values }
  })
}

/** Returns scopes that include one for this send and one for the session, in their positions. */
export function withWritableScopes(scopes: readonly VariableScope[]): readonly VariableScope[] {
  const has = (name: VariableScope['name']) => scopes.some(scope => scope.name === name)
  const empty = (name: VariableScope['name']): VariableScope => ({ name, values: new Map() })
  const withSend = has('send') ? scopes : [empty('send'), ...scopes]
  if (has('session')) return withSend
  const at = withSend.findLastIndex(({ name }) => name === 'send' || name === 'iteration') + 1
  return [...withSend.slice(0, at), empty('session'), ...withSend.slice(at)]
}

import type { ScopeValue, VariableScope } from '@parley/engine'
import type { ScriptError } from '@parley/model'
import type { VariableChange } from '../sandbox/worker-protocol.ts'

/** The script that set a value: a phase of the scripts that ran on a request. */
export interface SessionValueSource extends Pick<ScriptError, 'owner' | 'phase'> {
  readonly requestName: string
}

export interface SessionValue {
  readonly name: string
  readonly text: string
  readonly setBy: SessionValueSource
}

/**
 * The values that scripts set with `environment.set` and similar calls. All requests of this session see
 * them, no file contains them, and they are lost when the process ends or the user signs out (behaviour 4.5).
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

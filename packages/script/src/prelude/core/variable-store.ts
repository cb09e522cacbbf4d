import { isWithheld, lookUp, type ScopeValue, Substitution, SubstitutionError } from '@parley/engine'
import { scriptLimits } from '../../shared/script-limits.ts'
import type { ScopeView } from '../../shared/script-view.ts'
import { callHost } from '../host.ts'
import { randomUuid } from '../web/random.ts'
import { addNote } from './add-note.ts'
import { plainObject } from './header-view.ts'
import { view } from './run-state.ts'
import { stopScript } from './stop-script.ts'
import { textOf } from './text-of.ts'
import { typedText, valueOfTypedText } from './typed-text.ts'

/** The two scopes that scripts can write: this send only, and the session (behaviour 4.5). */
export type WritableScope = 'send' | 'session'

interface Scope {
  readonly name: ScopeView['name']
  readonly values: Map<string, ScopeValue>
  readonly withheldNames: ReadonlySet<string>
}

let scopes: readonly Scope[] = []

export function openVariables(): void {
  scopes = view().scopes.map(scope => ({
    name: scope.name,
    values: new Map(
      scope.values.map(({ name, text, isLiteral, json }) => [
        name,
        json === null ? { text, isLiteral } : { text, isLiteral, json },
      ]),
    ),
    withheldNames: new Set(scope.withheldNames),
  }))
}

/** Returns the visible scopes: `all` of them, or only those that outlast the send (`session`). */
function visible(reach: 'all' | 'session') {
  return reach === 'all' ? scopes : scopes.filter(({ name }) => name !== 'send' && name !== 'iteration')
}

/** @throws if the name is a secret that is withheld from scripts (behaviour 5.3) */
export function readVariable(name: unknown, reach: 'all' | 'session'): ScopeValue | undefined {
  const visibleScopes = visible(reach)
  return lookUp(visibleScopes, checkedName(name, visibleScopes))
}

/** Returns whether a variable exists; false for a withheld secret (behaviour 5.3). */
export function hasVariable(name: unknown, reach: 'all' | 'session'): boolean {
  const key = String(name)
  const visibleScopes = visible(reach)
  return !isWithheld(visibleScopes, key) && lookUp(visibleScopes, key) !== undefined
}

/** Stores a value as text; a value of another type is also kept for `bru.getVar` (behaviour, Value stored as text). */
export function writeVariable(scope: WritableScope, name: unknown, value: unknown): void {
  const key = checkedName(name)
  const text = textOf(value)
  const json = typedText(value)
  callHost('set-variable', scope, key, text, json)
  valuesOf(scope).set(key, json === null ? { text, isLiteral: true } : { text, isLiteral: true, json })
}

export function removeVariable(scope: WritableScope, name: unknown): void {
  const key = checkedName(name)
  callHost('unset-variable', scope, key)
  valuesOf(scope).delete(key)
}

/** Removes every value that scripts set in this scope. */
export function clearVariables(scope: WritableScope): void {
  for (const name of [...valuesOf(scope).keys()]) removeVariable(scope, name)
}

/** Returns names and texts of all variables that a script may see; the narrowest scope wins. */
export function allVariables(reach: 'all' | 'session'): Record<string, string> {
  const visibleScopes = visible(reach)
  const entries = visibleScopes.toReversed().flatMap(scope => [...scope.values])
  return plainObject(
    entries.filter(([name]) => !isWithheld(visibleScopes, name)).map(([name, { text }]) => [name, text]),
  )
}

/** Returns the values of all visible variables, each in the type that a script gave it. */
export function typedVariables(): Record<string, unknown> {
  const visibleScopes = visible('all')
  const entries = visibleScopes.toReversed().flatMap(scope => [...scope.values])
  return plainObject(
    entries
      .filter(([name]) => !isWithheld(visibleScopes, name))
      .map(([name, { text, json }]) => [name, json === undefined ? text : valueOfTypedText(json)]),
  )
}

/** @throws if the text names a withheld secret or a recursive variable */
export function fillText(text: unknown): string {
  const typed = String(text)
  if (typed.length > scriptLimits.replaceInCharacters)
    throw new Error('Variables are filled in in at most 1 MB of text')
  try {
    const filling = substitution('refuse')
    const filled = filling.fill(typed)
    noteUnknownNames(filling.unknownNames)
    return filled
  } catch (error) {
    if (!(error instanceof SubstitutionError)) throw error
    if (error.code === 'VARIABLE_WITHHELD') stopScript(withheldMessage(error.path.join(' → ')))
    throw new Error(sentenceOf(error))
  }
}

/**
 * Fills in text that a script only reads: names that cannot be filled in, including withheld secrets, stay as
 * typed.
 */
export function fillReadable(fill: (fillOne: (text: string) => string) => string, asTyped: string): string {
  try {
    return fill(text => substitution('keep').fill(text))
  } catch {
    return asTyped
  }
}

/** @throws if the text names a withheld secret that `typed`, a text of the user, does not name */
export function refuseWithheldNames(text: string, typed = ''): void {
  // A quick check for most texts, which may have megabytes.
  if (!text.includes('{{')) return
  const known = new Set(namesIn(typed))
  for (const name of namesIn(text)) if (!known.has(name)) checkedName(name)
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) => name.trim())
}

function substitution(rule: 'keep' | 'refuse'): Substitution {
  const random = { uuid: randomUuid, integer: (limit: number) => Math.floor(Math.random() * limit) }
  return new Substitution(
    scopes,
    { clock: { now: () => Date.now(), monotonic: () => performance.now() }, random },
    rule,
  )
}

function sentenceOf({ code, path }: SubstitutionError): string {
  const names = path.join(' → ')
  if (code === 'VARIABLE_CYCLE') return `The variable ${names} refers to itself`
  if (code === 'VARIABLE_TOO_DEEP') return `The variable ${names} refers to a chain of more than 10 others`
  return `The variable ${names} fills in too much text`
}

/** Adds a note for each dynamic variable that Parley lacks, such as `$randomFirstName` of Postman. */
function noteUnknownNames(names: ReadonlySet<string>): void {
  for (const name of names)
    if (/^\$[A-Za-z]{1,60}$/.test(name))
      addNote(`{{${name}}}`, 'is not a dynamic variable here and stays as typed')
}

const withheldMessage = (name: string) => `Secret variable "${name}" is withheld from scripts`

function checkedName(name: unknown, visibleScopes = scopes): string {
  const key = String(name)
  if (isWithheld(visibleScopes, key)) stopScript(withheldMessage(key))
  return key
}

function valuesOf(name: WritableScope): Map<string, ScopeValue> {
  const scope = scopes.find(one => one.name === name)
  if (scope === undefined) throw new Error(`There is no scope ${name}`)
  return scope.values
}

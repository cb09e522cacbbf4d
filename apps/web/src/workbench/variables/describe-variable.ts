import { type HttpRequest, shownName, untitledRequest, variableText } from '@parley/model'
import type { ScopedVariable, ValueSetter } from '@parley/server/contract'

/** The variables that a text may name; null while they are not known yet. */
export type KnownVariables = readonly ScopedVariable[] | null

/** What each scope is called. */
export const scopeWords: Readonly<Record<ScopedVariable['scope'], string>> = {
  send: 'this send',
  iteration: 'iteration',
  session: 'session',
  request: 'request',
  folder: 'folder',
  collection: 'collection',
  environment: 'environment',
  workspace: 'workspace',
  global: 'global',
  demo: 'demo API',
  dynamic: 'dynamic',
}

/**
 * The value that is sent for a known variable, and its environment or scope in words: also that it is not saved, or
 * which script set it. A secret's value stays masked.
 */
export function describeVariable(variable: ScopedVariable): string {
  if (variable.scope === 'dynamic') return 'New value on every use'
  const text = variable.isMissing === true ? 'No value on this device' : (variable.value ?? '••••••')
  const place = shownName(variable.environmentName ?? scopeWords[variable.scope])
  return `${text} (${[place, ...remarks(variable, place)].join(', ')})`
}

function remarks({ setBy, unsavedIn }: ScopedVariable, place: string): readonly string[] {
  const setter = setBy === undefined ? [] : [`set by ${describeSetter(setBy)}`]
  if (unsavedIn === undefined) return setter
  const owner = shownName(unsavedIn)
  return [...setter, owner.toLowerCase() === place.toLowerCase() ? 'unsaved' : `unsaved in ${owner}`]
}

/** Who set a value, in words: `List books · Post Response`, or `users.csv · iteration 2`. */
export function describeSetter(setter: ValueSetter): string {
  if ('iteration' in setter)
    return `${shownName(setter.dataName)} · iteration ${(setter.iteration + 1).toLocaleString('en')}`
  const { requestName, owner, phase } = setter
  const name = requestName === '' ? untitledRequest : shownName(requestName)
  return `${name} · ${ownerWords[owner]}${phaseWords[phase]}`
}

const phaseWords = { preRequest: 'Pre Request', postResponse: 'Post Response' } as const
const ownerWords = { request: '', folder: 'folder ', collection: 'collection ' } as const

/** Adds the variables of a request itself, which only values of the session override. */
export function withOwnVariables(
  known: KnownVariables,
  own: HttpRequest['variables'],
  saved: HttpRequest['variables'],
): KnownVariables {
  if (known === null || own.length === 0) return known
  const before = new Map(valuesOf(saved))
  const added = [...new Map(valuesOf(own))].map(
    ([name, value]): ScopedVariable => ({
      name,
      value,
      scope: 'request',
      ...(before.get(name) === value ? {} : { unsavedIn: scopeWords.request }),
    }),
  )
  const isNarrower = ({ scope }: ScopedVariable) => scope === 'session'
  return [...known.filter(isNarrower), ...added, ...known.filter(one => !isNarrower(one))]
}

function valuesOf(variables: HttpRequest['variables']): readonly (readonly [string, string | null])[] {
  return variables.flatMap(one =>
    one.enabled && one.name !== '' ? [[one.name, one.secret ? null : variableText(one)] as const] : [],
  )
}

/** The variable that a name between braces means, in its narrowest scope. */
export function findVariable(known: KnownVariables, name: string): ScopedVariable | undefined {
  return known?.find(candidate => candidate.name === name.trim())
}

/** Describes `{{name}}`: its value and scope, or that it has none. Only the name until the variables are loaded. */
export function describeReference(known: KnownVariables, name: string): string {
  const trimmed = name.trim()
  const variable = findVariable(known, name)
  if (known !== null && variable === undefined) return `${trimmed} has no value. It is sent as typed.`
  return `${trimmed}: ${variable === undefined ? '' : describeVariable(variable)}`
}

/** A text cut at its variables, in order. */
export interface TextPiece {
  readonly text: string
  /** The name between the braces; null for plain text. */
  readonly name: string | null
  readonly isUnknown: boolean
}

/** Cuts a text at each `{{name}}`. Nothing is unknown until the variables are loaded. */
export function textPieces(text: string, known: KnownVariables): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let position = 0
  for (const match of text.matchAll(/\{\{([^{}]*)\}\}/g)) {
    if (match.index > position)
      pieces.push({ text: text.slice(position, match.index), name: null, isUnknown: false })
    const name = match[1] ?? ''
    pieces.push({
      text: match[0],
      name,
      isUnknown: known !== null && findVariable(known, name) === undefined,
    })
    position = match.index + match[0].length
  }
  if (position < text.length) pieces.push({ text: text.slice(position), name: null, isUnknown: false })
  return pieces
}

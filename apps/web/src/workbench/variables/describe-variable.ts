import { shownName } from '@parley/model'
import type { ScopedVariable } from '@parley/server/contract'

/** The variables that a text may name; null while they are not known yet. */
export type KnownVariables = readonly ScopedVariable[] | null

const scopeWords: Readonly<Record<ScopedVariable['scope'], string>> = {
  send: 'this send',
  iteration: 'iteration',
  session: 'session',
  folder: 'folder',
  collection: 'collection',
  environment: 'environment',
  workspace: 'workspace',
  global: 'global',
  demo: 'demo API',
  dynamic: 'dynamic',
}

/** The value of a known variable and its environment or scope in words; a secret's value stays masked. */
export function describeVariable(variable: ScopedVariable): string {
  if (variable.scope === 'dynamic') return 'New value on every use'
  const text = variable.isMissing === true ? 'No value on this device' : (variable.value ?? '••••••')
  return `${text} (${shownName(variable.environmentName ?? scopeWords[variable.scope])})`
}

/** The variable that a name between braces means, in its narrowest scope. */
export function findVariable(known: KnownVariables, name: string): ScopedVariable | undefined {
  return known?.find(candidate => candidate.name === name.trim())
}

/** Describes `{{name}}`: its value and scope, or that it has none. Empty until the variables are loaded. */
export function describeReference(known: KnownVariables, name: string): string {
  if (known === null) return ''
  const variable = findVariable(known, name)
  return variable === undefined
    ? `No value known for {{${name.trim()}}}. It is sent as typed.`
    : describeVariable(variable)
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

import type { ScopedVariable } from '@parley/server/contract'
import type { KnownVariables } from './describe-variable.ts'

/** The variable that is being typed after `{{`, and the range that a chosen name replaces. */
export interface VariableQuery {
  readonly typed: string
  readonly from: number
  readonly to: number
}

/** The variable that is being typed at a position of a text, or null (behaviour 2.1: `{{` suggests). */
export function variableQueryAt(text: string, position: number): VariableQuery | null {
  const before = /\{\{([^{}\r\n]*)$/.exec(text.slice(0, position))
  if (before === null) return null
  // The rest of the name belongs to it if braces close it.
  const after = /^[^{}\s]*\}\}/.exec(text.slice(position))?.[0] ?? ''
  return { typed: (before[1] ?? '').trim(), from: before.index, to: position + after.length }
}

const maximumSuggestions = 50

/**
 * Returns the variables whose name contains the typed text, those that begin with it first, each name once.
 */
export function suggestVariables(known: KnownVariables, typed: string): readonly ScopedVariable[] {
  const wanted = typed.toLowerCase()
  const seen = new Set<string>()
  const found = (known ?? []).filter(({ name }) => {
    if (seen.has(name) || !name.toLowerCase().includes(wanted)) return false
    seen.add(name)
    return true
  })
  const begins = (variable: ScopedVariable) => variable.name.toLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter(one => !begins(one))].slice(0, maximumSuggestions)
}

import { parseExactJson, printExactJson } from './exact-json.ts'

/**
 * Returns variables in which those of `changes` replace the ones with the same names. Numbers and `{{names}}` stay as
 * typed. Null if one of the texts is no JSON object.
 */
export function mergeVariables(variables: string, changes: string): string | null {
  const changed = parseExactJson(changes, true)
  if (changed?.kind !== 'object') return null
  if (variables.trim() === '') return changes
  const saved = parseExactJson(variables, true)
  if (saved?.kind !== 'object') return null
  return printExactJson({ kind: 'object', members: new Map([...saved.members, ...changed.members]) })
}

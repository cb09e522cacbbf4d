import type { VariableScope } from '@parley/engine'

/**
 * Parses the variables of this send, typed as `name=value`. Returns a sentence if they are invalid. A value
 * may contain further `{{names}}`; of several variables with one name the last is used.
 */
export function readVariables(typed: readonly string[]): VariableScope | string {
  const values = new Map<string, { text: string; isLiteral: boolean }>()
  for (const one of typed) {
    const end = one.indexOf('=')
    const name = one.slice(0, Math.max(end, 0)).trim()
    if (name === '')
      return `The variable “${one}” has no ${end < 0 ? '“=”' : 'name'}. Write it as name=value.`
    if (/[{}]/.test(name)) return `“${name}” cannot be the name of a variable: write it without braces.`
    values.set(name, { text: one.slice(end + 1), isLiteral: false })
  }
  return { name: 'send', values }
}

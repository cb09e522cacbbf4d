import type { CodeOption, CodeOptionValues, ListedTarget } from '@parley/codegen'

/** The names of target options on the command line. */
export const codeOptionNames: Readonly<Record<keyof CodeOptionValues, string>> = {
  multiline: 'multiline',
  shortFlags: 'short-flags',
  followRedirects: 'follow-redirects',
  silent: 'silent',
  quoteStyle: 'quote-style',
  timeoutMs: 'timeout-ms',
  indentation: 'indentation',
}

/**
 * Parses the options of a target, typed as `name=value` (a switch also as `name` only). Returns a sentence if
 * they are invalid.
 */
export function readCodeOptions(
  target: ListedTarget<string>,
  typed: readonly string[],
): Partial<CodeOptionValues> | string {
  let values: Partial<CodeOptionValues> = {}
  for (const one of typed) {
    const end = one.indexOf('=')
    const name = end < 0 ? one : one.slice(0, end)
    const option = target.options.find(candidate => codeOptionNames[candidate.name] === name)
    if (option === undefined) {
      const names = target.options.map(candidate => codeOptionNames[candidate.name])
      return `${target.id} has no option “${name}”; it has ${names.join(', ')}.`
    }
    const value = readValue(option, end < 0 ? 'true' : one.slice(end + 1))
    if (value === null) return `The option ${name} must be ${valuesOf(option)}, not “${one}”.`
    values = { ...values, [option.name]: value }
  }
  return values
}

function readValue({ choices, defaultValue }: CodeOption, text: string): boolean | number | string | null {
  if (choices !== undefined) return choices.find(choice => choice.value === text)?.value ?? null
  if (typeof defaultValue === 'number') return /^\d{1,9}$/.test(text) ? Number(text) : null
  return text === 'true' ? true : text === 'false' ? false : null
}

function valuesOf({ choices, defaultValue }: CodeOption): string {
  if (choices !== undefined) return choices.map(choice => choice.value).join(' or ')
  return typeof defaultValue === 'number' ? 'a whole number of milliseconds' : 'true or false'
}

import { parseYamlText } from './documents/parse-yaml.ts'

/**
 * Returns whether agents may see the request, folder or collection of a file: not if its `extensions.parley.agents`
 * is false, and not if the file cannot be read and may say so: the name of the setting, or an escape, is in it.
 */
export function mayAgentsUse(text: string): boolean {
  const parsed = parseYamlText(text)
  if (!parsed.ok) return !/agents|\\[xuU\r\n]/.test(text)
  return memberOf(memberOf(memberOf(parsed.value.value, 'extensions'), 'parley'), 'agents') !== false
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}

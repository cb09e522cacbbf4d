import { parseYamlText } from './parse-yaml.ts'

/** The name of the setting, or an escape that could be a part of it. Without one the setting is not in a file. */
const mayNameIt = /agents|\\[xuU\r\n]/

/** Returns whether the file of a request, folder or collection may say whether agents see it. */
export function mayHaveAgentsSetting(text: string): boolean {
  return mayNameIt.test(text)
}

/** Returns whether the setting of a file lets agents see it: `extensions.parley.agents` is not false, and can be read. */
export function letsAgentsIn(text: string): boolean {
  const parsed = parseYamlText(text)
  return (
    parsed.ok && memberOf(memberOf(memberOf(parsed.value.value, 'extensions'), 'parley'), 'agents') !== false
  )
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}

import type { ImportedPart, ImportedScript } from '@parley/convert'
import type { Collection, Folder, Variable } from '@parley/model'
import type { SecretOfScripts } from './import-summary.ts'

/** Returns the imported secret variables that imported scripts name, in a text or as `{{name}}`. */
export function secretsOfScripts(parts: readonly ImportedPart[]): readonly SecretOfScripts[] {
  const names = new Set(parts.flatMap(secretNames))
  const scripts = parts.flatMap(part => part.report.scripts)
  return [...names].flatMap(name => {
    const readers = scripts.filter(script => namesVariable(script, name))
    if (readers.length === 0) return []
    return [{ name, scripts: readers.map(({ path, phase }) => ({ place: path, phase })) }]
  })
}

function secretNames(part: ImportedPart): readonly string[] {
  const environments = [...part.environments, ...part.collections.flatMap(one => one.environments)]
  const variables = [
    ...environments.flatMap(one => one.variables),
    ...part.collections.flatMap(variablesOf),
    ...part.workspaceVariables,
    ...part.globals,
  ]
  return variables.flatMap(one => (one.secret && one.name !== '' ? [one.name] : []))
}

function variablesOf({ defaults, items }: Collection | Folder): readonly Variable[] {
  return [...defaults.variables, ...items.flatMap(item => (item.kind === 'folder' ? variablesOf(item) : []))]
}

function namesVariable({ text }: ImportedScript, name: string): boolean {
  return [`'${name}'`, `"${name}"`, `\`${name}\``, `{{${name}}}`].some(form => text.includes(form))
}

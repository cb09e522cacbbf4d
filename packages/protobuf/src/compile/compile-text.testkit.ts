import { ok } from '@parley/model'
import { openRegistry } from '../registry/open-registry.ts'
import { type CompiledFiles, compileFiles } from './compile-files.ts'

/** Compiles texts by their names; the first one is asked for. */
export function compileTexts(texts: Readonly<Record<string, string>>): Promise<CompiledFiles> {
  const [first = ''] = Object.keys(texts)
  return compileFiles([first], {
    read: async path => ok(Object.hasOwn(texts, path) ? (texts[path] ?? '') : null),
  })
}

/** Compiles a text that has no problems, and opens its registry. */
export async function registryOfText(text: string) {
  const { files, problems } = await compileTexts({ 'a.proto': text })
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  const opened = openRegistry(files)
  if (!opened.ok) throw new Error(opened.failure)
  return opened.value.registry
}

/** Returns a message type of a registry. */
export async function messageOfText(text: string, name: string) {
  const registry = await registryOfText(text)
  const type = registry.getMessage(name)
  if (type === undefined) throw new Error(`${name} is missing`)
  return { registry, type }
}

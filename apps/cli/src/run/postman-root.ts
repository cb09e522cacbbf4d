import { basename, dirname, join } from 'node:path'
import { v3RequestName } from '@parley/convert'
import { nodeFiles } from '@parley/files'

/**
 * Returns the folder of the Postman collection (schema 3.0) that a folder is or is inside; null if none. That
 * is the one right below `postman/collections`, elsewhere the highest one with requests or a definition.
 */
export async function postmanRootOf(folder: string): Promise<string | null> {
  let root: string | null = null
  for (let at = folder; ; at = dirname(at)) {
    const parent = dirname(at)
    if (basename(parent) === 'collections' && basename(dirname(parent)) === 'postman') return at
    if (await isPostmanFolder(at)) root = at
    else if (root !== null) return root
    if (at === parent) return root
  }
}

/** Collections lie this far below a folder that is named, as in `repository/postman/collections/Name/Folder`. */
const deepestBelow = 4

/** Returns whether a folder has such a collection below it. */
export async function holdsPostmanFolder(folder: string, depth = deepestBelow): Promise<boolean> {
  if (await isPostmanFolder(folder)) return true
  if (depth === 0) return false
  for (const { name, kind } of await nodeFiles.list(folder).catch(() => []))
    if (kind === 'folder' && !name.startsWith('.') && name !== 'node_modules')
      if (await holdsPostmanFolder(join(folder, name), depth - 1)) return true
  return false
}

async function isPostmanFolder(folder: string): Promise<boolean> {
  const entries = await nodeFiles.list(folder).catch(() => [])
  if (entries.some(({ name, kind }) => kind === 'file' && v3RequestName(name) !== null)) return true
  if (!entries.some(({ name }) => name === '.resources')) return false
  const resources = await nodeFiles.list(join(folder, '.resources')).catch(() => [])
  return resources.some(({ name }) => /^definition\.ya?ml$/.test(name))
}

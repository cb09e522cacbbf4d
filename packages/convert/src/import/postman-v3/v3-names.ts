import type { FolderFile } from '../folder-file.ts'

/** The folder of what belongs to requests and folders; nothing in it is sent. */
export const resourcesFolder = '.resources'

/** Returns the name of a request file without its ending; null for any other file. */
export function v3RequestName(fileName: string): string | null {
  return /^(.+)\.request\.ya?ml$/.exec(fileName)?.[1] ?? null
}

/** Returns whether a file holds variables, by its name: they have no mark in the content. */
export function v3VariablesKind(path: string): 'environment' | 'globals' | null {
  const kind = /\.(environment|globals)\.ya?ml$/.exec(path)?.[1]
  return kind === 'environment' || kind === 'globals' ? kind : null
}

/**
 * Returns the folders of the collections among these paths: each folder right below `postman/collections`,
 * and elsewhere each outermost folder that has requests or a definition.
 */
export function v3Roots(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>()
  for (const path of paths) {
    const steps = path.split('/')
    const fileName = steps.pop() ?? ''
    const resources = steps.indexOf(resourcesFolder)
    const isOfRequest = v3RequestName(fileName) !== null && resources < 0
    const isDefinition = resources >= 0 && resources === steps.length - 1 && definitionName.test(fileName)
    if (!isOfRequest && !isDefinition) continue
    const owner = isDefinition ? steps.slice(0, -1) : steps
    const above = owner.findIndex((step, at) => step === 'collections' && owner[at - 1] === 'postman')
    const isBelow = above >= 0 && owner.length > above + 1
    folders.add((isBelow ? owner.slice(0, above + 2) : owner).join('/'))
  }
  const sorted = [...folders].toSorted((one, other) => one.length - other.length)
  const roots: string[] = []
  for (const folder of sorted)
    if (!roots.some(root => root === '' || folder === root || folder.startsWith(`${root}/`)))
      roots.push(folder)
  return roots.toSorted()
}

export const definitionName = /^definition\.ya?ml$/

/** A file by the steps of its path. */
export interface V3File {
  readonly steps: readonly string[]
  readonly bytes: Uint8Array
}

export function v3FileOf({ path, bytes }: FolderFile): V3File {
  return { steps: path.split('/'), bytes }
}

/**
 * Returns a relative path, which starts in the folder of a file, from the collection.
 * @param folder the names of the folders from the collection to the file
 */
export function pathFromCollection(folder: readonly string[], path: string): string {
  if (/^(?:[\\/]|[A-Za-z]:)/.test(path)) return path
  const steps = [...folder]
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop()
    else steps.push(step)
  }
  return steps.join('/')
}

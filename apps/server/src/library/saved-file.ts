import type { OpenedFile } from '@parley/workspace'
import type { SavedFile } from '../contract/index.ts'

/**
 * Describes a file as the page shows it.
 * @param folder the path of the collection that it belongs to; empty: the workspace
 */
export function savedFile(file: OpenedFile | null, folder: string): SavedFile | null {
  if (file === null) return null
  const start = folder === '' ? '' : `${folder}/`
  return { ...file, path: file.path.startsWith(start) ? file.path.slice(start.length) : file.path }
}

import { join } from 'node:path'
import { type FolderFile, type ImportResult, importBruno } from '@parley/convert'
import { nodeFiles } from '@parley/files'

/** Folders that hold no requests and may hold very many files. */
const passedOver = new Set(['node_modules', '.git'])

/** A folder of `.bru` files; whatever else lies in it is not read. */
export async function loadBrunoFolder(folder: string): Promise<ImportResult> {
  const files: FolderFile[] = []
  await collect(folder, '', files)
  return importBruno(files)
}

async function collect(root: string, below: string, files: FolderFile[]): Promise<void> {
  const entries = await nodeFiles.list(join(root, below))
  for (const { name, kind } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? name : `${below}/${name}`
    if (kind === 'folder' && !passedOver.has(name)) await collect(root, path, files)
    else if (kind === 'file' && (name.endsWith('.bru') || path === 'bruno.json'))
      files.push({ path, bytes: await nodeFiles.read(join(root, path)) })
  }
}

import { dirname, join, resolve } from 'node:path'
import {
  describeImportFailure,
  describeImportLoss,
  type FolderFile,
  type ImportResult,
  importBruno,
  importDocument,
} from '@parley/convert'
import { nodeFiles } from '@parley/files'
import { type RunSource, RunSourceError } from './run-source.ts'

/** Loads a file of another client. @throws RunSourceError */
export function loadImportedFile(bytes: Uint8Array, typed: string): RunSource {
  const path = resolve(typed)
  return importedSource(importDocument(bytes), typed, { folder: dirname(path), readPaths: [path] })
}

/** Folders that contain no requests and may contain very many files. */
const skippedFolders = new Set(['node_modules', '.git'])

/** Loads a folder of `.bru` files; other files in it are not read. @throws RunSourceError */
export async function loadBrunoFolder(folder: string, typed: string): Promise<RunSource> {
  const files: FolderFile[] = []
  await collect(folder, '', files)
  const readPaths = files.map(({ path }) => join(folder, path))
  return importedSource(importBruno(files), typed, { folder, readPaths })
}

async function collect(root: string, below: string, files: FolderFile[]): Promise<void> {
  const entries = await nodeFiles.list(join(root, below))
  for (const { name, kind } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? name : `${below}/${name}`
    if (kind === 'folder' && !skippedFolders.has(name)) await collect(root, path, files)
    else if (kind === 'file' && (name.endsWith('.bru') || path === 'bruno.json'))
      files.push({ path, bytes: await nodeFiles.read(join(root, path)) })
  }
}

function importedSource(
  imported: ImportResult,
  typed: string,
  place: Pick<RunSource, 'folder' | 'readPaths'>,
): RunSource {
  if (!imported.ok)
    throw new RunSourceError(
      `${typed} cannot be run. ${describeImportFailure(imported.failure)} Name a collection of Parley, Postman, Bruno, Hoppscotch or Insomnia.`,
    )
  const { collections, environments, globals, workspaceVariables, secrets, report } = imported.value
  if (collections.length === 0)
    throw new RunSourceError(`${typed} holds no requests. An environment is given with --env.`)
  return {
    collections: collections.map(collection => ({
      collection,
      environments: collection.environments,
      isNamed: () => true,
    })),
    ...place,
    environments,
    workspaceVariables,
    globalVariables: globals,
    secrets,
    notes: report.losses.map(loss => [...loss.path, describeImportLoss(loss)].join(' / ')),
  }
}

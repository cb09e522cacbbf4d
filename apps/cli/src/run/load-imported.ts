import { basename, dirname, join } from 'node:path'
import {
  describeImportFailure,
  describeImportLoss,
  type FolderFile,
  type Imported,
  type ImportReport,
  type ImportResult,
  importBruno,
  importDocument,
  importFiles,
  importOpenCollectionFolder,
  takeContainerSecrets,
  v3RequestName,
} from '@parley/convert'
import { nodeFiles } from '@parley/files'
import { EmptySourceError, noDeviceSecrets, type RunSource, RunSourceError } from './run-source.ts'

/**
 * Loads a file of another client, or a request that is in no collection.
 * @param path - its absolute path
 * @throws RunSourceError
 */
export function loadImportedFile(bytes: Uint8Array, path: string, typed: string): RunSource {
  const imported =
    importLoneRequest({ path: basename(path), bytes }) ??
    importDocument(bytes, undefined, { fileName: basename(path) })
  return importedSource(imported, typed, { folder: dirname(path), readPaths: [path] })
}

/** Imports a request without its collection, as one of a collection with the name of the file; null if it is none. */
function importLoneRequest(file: FolderFile): ImportResult | null {
  if (!/\.(?:bru|ya?ml)$/i.test(file.path)) return null
  const imported = file.path.endsWith('.bru') ? importBruno([file]) : importOpenCollectionFolder([file])
  if (!imported.ok) return null
  const collections = imported.value.collections.filter(({ items }) => items.length > 0)
  if (collections.length === 0) return null
  const named = collections.map(collection => ({ ...collection, name: file.path }))
  return { ok: true, value: { ...imported.value, collections: named } }
}

/** Folders that contain no requests and may contain very many files. */
const skippedFolders = new Set(['node_modules', '.git'])

/** Files of a Bruno collection that requests depend on. */
const sharedBrunoFiles = /^bruno\.json$|^environments\/|(?:^|\/)(?:collection|folder)\.bru$/

/**
 * Loads a folder of `.bru` files; other files in it are not read.
 * @param request - the path of the only request to load; null: all requests
 * @throws RunSourceError
 */
export async function loadBrunoFolder(
  folder: string,
  typed: string,
  request: string | null,
): Promise<RunSource> {
  const all = await collect(folder, path => path.endsWith('.bru') || path === 'bruno.json')
  const isWanted = ({ path }: FolderFile) =>
    request === null || join(folder, path) === request || sharedBrunoFiles.test(path)
  const files = all.filter(isWanted)
  const readPaths = files.map(({ path }) => join(folder, path))
  return importedSource(importBruno(files), typed, { folder, readPaths })
}

/**
 * Loads the Postman collections (schema 3.0) in a folder, with the environments beside them.
 * @param request - the path of the only request to load; null: all requests
 * @throws RunSourceError
 */
export async function loadPostmanFolder(
  folder: string,
  typed: string,
  request: string | null,
): Promise<RunSource> {
  const all = await collect(folder, path =>
    /(?:\.request|\.environment|\.globals)\.ya?ml$|(?:^|\/)\.resources\//.test(path),
  )
  const files = all.filter(
    ({ path }) => request === null || v3RequestName(path) === null || join(folder, path) === request,
  )
  const { parts, refused } = importFiles(files, () => {}, basename(folder))
  const imported = {
    collections: parts.flatMap(part => part.collections),
    folders: parts.flatMap(part => part.collections.map(() => join(folder, part.sourcePath))),
    environments: parts.flatMap(part => part.environments),
    globals: parts.flatMap(part => part.globals),
    workspaceVariables: parts.flatMap(part => part.workspaceVariables),
    secrets: parts.flatMap(part => part.secrets),
    losses: parts.flatMap(part => part.report.losses),
  }
  const source = sourceOf(imported, typed, {
    folder,
    readPaths: files.map(({ path }) => join(folder, path)),
  })
  const notes = refused.map(({ path, failure }) => `${path} was not read. ${describeImportFailure(failure)}`)
  return { ...source, notes: [...source.notes, ...notes] }
}

/** Reads the files of a folder whose relative paths are wanted. */
async function collect(root: string, isWanted: (path: string) => boolean): Promise<readonly FolderFile[]> {
  const files: FolderFile[] = []
  const visit = async (below: string) => {
    const entries = await nodeFiles.list(join(root, below))
    for (const { name, kind } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below === '' ? name : `${below}/${name}`
      if (kind === 'folder' && !skippedFolders.has(name)) await visit(path)
      else if (kind === 'file' && isWanted(path))
        files.push({ path, bytes: await nodeFiles.read(join(root, path)) })
    }
  }
  await visit('')
  return files
}

function importedSource(
  imported: ImportResult,
  typed: string,
  place: Pick<RunSource, 'folder' | 'readPaths'>,
): RunSource {
  if (!imported.ok) {
    const sentence = `${typed} cannot be run. ${describeImportFailure(imported.failure)} Name a collection of Parley, Postman, Bruno, Hoppscotch or Insomnia.`
    throw imported.failure.code === 'EMPTY' ? new EmptySourceError(sentence) : new RunSourceError(sentence)
  }
  return sourceOf({ ...imported.value, losses: imported.value.report.losses }, typed, place)
}

type ReadImport = Omit<Imported, 'report' | 'files'> &
  Partial<Pick<Imported, 'files'>> &
  Pick<ImportReport, 'losses'> & {
    /** The folder of each collection; absent: that of the source. */
    readonly folders?: readonly string[]
  }

function sourceOf(
  {
    collections,
    environments,
    globals,
    workspaceVariables,
    secrets,
    files = [],
    folders = [],
    losses,
  }: ReadImport,
  typed: string,
  place: Pick<RunSource, 'folder' | 'readPaths'>,
): RunSource {
  if (collections.length === 0)
    throw new EmptySourceError(`${typed} holds no requests. An environment is given with --env.`)
  const left = [...secrets]
  return {
    collections: collections.map((collection, index) => {
      const own = files.filter(({ collectionIndex }) => collectionIndex === index)
      return {
        collection,
        folder: folders[index] ?? place.folder,
        environments: collection.environments,
        isNamed: () => true,
        containerSecrets: takeContainerSecrets(collection, left),
        ...(own.length > 0 && { protoTexts: new Map(own.map(({ path, text }) => [path, text])) }),
      }
    }),
    ...place,
    environments,
    workspaceVariables,
    globalVariables: globals,
    deviceSecrets: noDeviceSecrets,
    secrets: left,
    notes: losses.map(loss => [...loss.path, describeImportLoss(loss)].join(' / ')),
  }
}

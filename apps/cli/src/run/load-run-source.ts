import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { DeviceSecretPart } from '@parley/appdata'
import { errorCodeOf, nodeFiles } from '@parley/files'
import type { IsWanted, LeaveOut } from '@parley/workspace'
import type { Io } from '../io/io.ts'
import { missingFile, unreadFile } from '../io/missing-file.ts'
import { readStandardInput } from '../io/read-standard-input.ts'
import { typedPath } from '../io/typed-path.ts'
import { type RunSource, RunSourceError } from './run-source.ts'

/**
 * Loads what a path of `parley run` names: a workspace, collection, folder or request of Parley, a folder of
 * Bruno or Postman, or a file of another client. Its content decides which, never its name.
 * @param devicePart - what is read of the secrets of this device; null: nothing
 * @param isWanted - selects the requests of a workspace to read; null: all of them
 * @param leaveOut - receives the files of a workspace that cannot be read and are left out; null: one of them makes the load fail
 * @throws RunSourceError
 */
export async function loadRunSource(
  typed: string,
  devicePart: DeviceSecretPart | null,
  isWanted: IsWanted | null,
  io: Pick<Io, 'cwd' | 'env' | 'stdin'>,
  leaveOut: LeaveOut | null = null,
): Promise<RunSource> {
  if (typed === '-') {
    const { loadImportedFile } = await import('./load-imported.ts')
    return loadImportedFile(await readFile(typed, io), join(io.cwd, 'standard input'), 'Standard input')
  }
  const path = resolve(io.cwd, typed)
  const kind = (await nodeFiles.info(path))?.kind
  if (kind === undefined) throw new RunSourceError(missingFile(typed))
  const isFolder = kind === 'folder'
  const folder = isFolder ? path : dirname(path)
  const root = await rootOf(folder)
  if (root?.kind === 'bruno' && (isFolder || path.endsWith('.bru'))) {
    if (isFolder && path !== root.folder)
      throw new RunSourceError(
        `${typed} is a part of a Bruno collection. Name its folder ${root.folder} and choose with --folder or --only.`,
      )
    const { loadBrunoFolder } = await import('./load-imported.ts')
    return loadBrunoFolder(root.folder, typed, isFolder ? null : path)
  }
  if (root === null) {
    const postman = await loadPostman(path, typed, isFolder)
    if (postman !== null) return postman
  }
  const isOurs = root?.kind === 'parley' && (isFolder || /\.ya?ml$/i.test(path))
  if (isOurs || isFolder) {
    const { loadWorkspace } = await import('./load-workspace.ts')
    const wanted = basename(path) === 'opencollection.yml' ? folder : path
    return loadWorkspace({
      root: root?.folder ?? path,
      path: wanted,
      typed,
      devicePart,
      isWanted,
      leaveOut,
      env: io.env,
    })
  }
  const { loadImportedFile } = await import('./load-imported.ts')
  return loadImportedFile(await readFile(typed, io), path, typed)
}

/** Loads a folder or request of a Postman collection of files; null if the path is none. @throws RunSourceError */
async function loadPostman(path: string, typed: string, isFolder: boolean): Promise<RunSource | null> {
  const { holdsPostmanFolder, postmanRootOf } = await import('./postman-root.ts')
  if (!isFolder && !/\.request\.ya?ml$/.test(path)) return null
  const root = await postmanRootOf(isFolder ? path : dirname(path))
  if (isFolder && root !== null && path !== root)
    throw new RunSourceError(
      `${typed} is a part of a Postman collection. Name its folder ${root} and choose with --folder or --only.`,
    )
  if (root === null && !(isFolder && (await holdsPostmanFolder(path)))) return null
  const { loadPostmanFolder } = await import('./load-imported.ts')
  return loadPostmanFolder(root ?? path, typed, isFolder ? null : path)
}

interface Root {
  readonly kind: 'parley' | 'bruno'
  readonly folder: string
}

/** Returns the workspace or collection that a folder is or is inside; null if none. */
export async function rootOf(folder: string): Promise<Root | null> {
  let collection: string | null = null
  for (let at = folder; ; at = dirname(at)) {
    if (await isFile(at, 'workspace.yml'))
      return { kind: 'parley', folder: (await hasCollection(at, collection)) ? at : (collection ?? at) }
    if (collection === null) {
      // A collection that Bruno changed into YAML files may still have the file of its old form.
      if (await isFile(at, 'opencollection.yml')) collection = at
      else if (await isFile(at, 'bruno.json')) return { kind: 'bruno', folder: at }
    }
    if (at === dirname(at)) return collection === null ? null : { kind: 'parley', folder: collection }
  }
}

/** Returns whether a workspace has the collection in a folder below it: right below, or in its list. */
async function hasCollection(workspace: string, folder: string | null): Promise<boolean> {
  if (folder === null || folder === workspace || dirname(folder) === workspace) return true
  const { listsCollection } = await import('@parley/workspace')
  return listsCollection(workspace, relative(workspace, folder).split(sep).join('/'))
}

async function isFile(folder: string, name: string): Promise<boolean> {
  return (await nodeFiles.info(join(folder, name)).catch(() => null))?.kind === 'file'
}

/** The size limit of standard input, which is held in memory. */
const maximumInputBytes = 100 * 1024 * 1024

/** Reads the bytes of a typed file, or of standard input for `-`. @throws RunSourceError */
export async function readFile(typed: string, io: Pick<Io, 'cwd' | 'stdin'>): Promise<Uint8Array> {
  if (typed === '-') {
    const bytes = await readStandardInput(io.stdin, maximumInputBytes)
    if (bytes === null) throw new RunSourceError('Standard input is larger than 100 MB. Save it as a file.')
    return bytes
  }
  const path = typedPath(io, typed)
  try {
    return await nodeFiles.read(path)
  } catch (error) {
    if (errorCodeOf(error) === '') throw error
    throw new RunSourceError(unreadFile(typed, errorCodeOf(error)))
  }
}

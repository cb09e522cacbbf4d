import { dirname } from 'node:path'
import {
  type FilePlace,
  homeFolder,
  isVisibleBelow,
  misplacedPath,
  namesBelow,
  nodeFiles,
  pathInPlace,
} from '@parley/files'
import { failed, type MisplacedPath, ok, type SendFailure } from '@parley/model'
import { lengthOf, type OpenableFiles } from '@parley/transport'
import type { Io } from '../io/io.ts'
import { typedPath } from '../io/typed-path.ts'

/** Which files a run may read (behaviour, Files that a run may read). */
export interface FileRule {
  readonly place: FilePlace
  /** Additional files and folders that the user allows, with links resolved ({@link readAllowedPaths}). */
  readonly allowedPaths: readonly string[]
  /** The home folder of the user, which nobody runs with all that is in it. */
  readonly home?: string
}

/**
 * Returns the files that the requests of a run may use. Each file is checked by its real path, both for its
 * length and again when it is opened to be sent, so that a link that changes in between leads nowhere else.
 */
export function allowedFiles({ place, allowedPaths, home = homeFolder() }: FileRule): OpenableFiles {
  const mayRead = async (real: string) => isAllowed(real, await openFolder(place.root, home), allowedPaths)
  const open: OpenableFiles['open'] = async filePath => {
    const path = pathInPlace(place, filePath)
    try {
      // Files outside are not even opened, as opening a device can have an effect.
      if (!(await mayRead(await nodeFiles.realPath(path)))) return refusal('FILE_NOT_ALLOWED', path)
      if ((await nodeFiles.info(path))?.kind !== 'file') return refusal('FILE_NOT_READ', path)
      const file = await nodeFiles.open(path, 'read')
      const real = await file.realPath().catch(() => null)
      if (real !== null && (await mayRead(real))) return ok(file)
      await file.close()
      return refusal('FILE_NOT_ALLOWED', path)
    } catch {
      // Whether a file exists is revealed only for the user's own folder.
      if (!(await mayRead(path))) return refusal('FILE_NOT_ALLOWED', path)
      return refusal('FILE_NOT_READ', path, await misplacedPath(place, filePath, mayRead))
    }
  }
  return { open, lengthBytes: filePath => lengthOf({ open }, filePath) }
}

/** Resolves links in the paths of `--allow-file`. Returns a sentence if a path does not exist. */
export async function readAllowedPaths(
  typed: readonly string[],
  io: Pick<Io, 'cwd'>,
): Promise<readonly string[] | string> {
  const paths: string[] = []
  for (const one of typed) {
    try {
      paths.push(await nodeFiles.realPath(typedPath(io, one)))
    } catch {
      return `There is no file or folder ${one}, which --allow-file names. Check the path.`
    }
  }
  return paths
}

/**
 * Returns the folder with links resolved if the run may read its files; null for the user's home folder and
 * its parents.
 */
async function openFolder(folder: string, home: string): Promise<string | null> {
  const real = await nodeFiles.realPath(folder)
  const realHome = await nodeFiles.realPath(home).catch(() => home)
  const isRoot = dirname(real) === real
  return isRoot || realHome === real || namesBelow(realHome, real) !== null ? null : real
}

function isAllowed(real: string, folder: string | null, allowedPaths: readonly string[]): boolean {
  if (allowedPaths.some(one => one === real || namesBelow(real, one) !== null)) return true
  return folder !== null && isVisibleBelow(real, folder)
}

function refusal(
  code: 'FILE_NOT_ALLOWED' | 'FILE_NOT_READ',
  path: string,
  misplaced: MisplacedPath | null = null,
): { readonly ok: false; readonly failure: SendFailure } {
  const hint = misplaced === null ? {} : { misplaced }
  return failed({ kind: 'file', code, step: 'prepare', address: '', subject: path, elapsedMs: 0, ...hint })
}

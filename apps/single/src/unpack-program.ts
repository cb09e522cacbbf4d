import { dirname, join } from 'node:path'
import {
  type FileSystem,
  keepFolderPrivate,
  moveToNew,
  privateFileMode,
  privateFolderMode,
  removeTree,
  sweepTemporaryFiles,
  temporaryFileName,
  whileLocked,
} from '@parley/files'
import { isIntact, isOwn } from './is-intact.ts'
import { foldersOf, type ProgramManifest } from './program-manifest.ts'
import { unusedPrograms } from './running-programs.ts'

/** The folder is one that other users can change, so no code may run from it. */
export class SharedFolderError extends Error {}

/**
 * Makes sure that a folder in `base` has the files of a program, and returns it. Its name is the hash of the
 * program, and each file is compared with its hash at each start: whatever else is there is set aside and removed,
 * never run. Of several starts at once, one wins; the others use its folder.
 * @param readContent returns the content of all files, one after the other
 * @throws SharedFolderError, or the error of the system
 */
export async function unpackProgram(
  files: FileSystem,
  base: string,
  program: ProgramManifest,
  readContent: () => Uint8Array,
): Promise<string> {
  const folder = join(base, program.sha256)
  if (await isIntact(files, folder, program)) return folder
  await makeOwnFolder(files, base)
  await removeLeftovers(files, base, program)
  const draft = join(base, temporaryFileName())
  try {
    await writeProgram(files, draft, program, readContent())
    await install(files, draft, folder, program)
  } catch (error) {
    await removeTree(files, draft).catch(() => {})
    throw error
  }
  return folder
}

async function makeOwnFolder(files: FileSystem, base: string): Promise<void> {
  keepFolderPrivate(base)
  const info = await files.info(base)
  if (info?.kind !== 'folder' || !isOwn(info)) throw new SharedFolderError(base)
}

/** Removes what starts that were killed left behind, and versions of Parley that do not run. */
async function removeLeftovers(files: FileSystem, base: string, program: ProgramManifest): Promise<void> {
  const names = (await files.list(base)).map(({ name }) => name)
  await sweepTemporaryFiles(files, base, names, Date.now())
  // What cannot be removed now is removed by the next version.
  for (const name of unusedPrograms(names, program.sha256))
    await removeTree(files, join(base, name)).catch(() => {})
}

async function writeProgram(
  files: FileSystem,
  draft: string,
  program: ProgramManifest,
  content: Uint8Array,
): Promise<void> {
  await files.makeFolder(draft, privateFolderMode)
  for (const folder of foldersOf(program.files))
    await files.makeFolder(join(draft, folder), privateFolderMode)
  let start = 0
  for (const { path, sizeBytes } of program.files) {
    const file = await files.open(join(draft, path), 'createNew', privateFileMode)
    try {
      await file.write(content.subarray(start, start + sizeBytes))
    } finally {
      await file.close()
    }
    start += sizeBytes
  }
}

/**
 * Moves the draft to its place, unless another start was faster. Only one start at a time does so: otherwise one
 * could set aside as damaged what another has just put there.
 */
async function install(
  files: FileSystem,
  draft: string,
  folder: string,
  program: ProgramManifest,
): Promise<void> {
  await whileLocked(files, folder, async () => {
    if (await isIntact(files, folder, program)) return removeTree(files, draft)
    await removeDamaged(files, folder)
    await moveToNew(files, draft, folder)
  })
}

/** Moves it first, so that no start sees it with half of its files. */
async function removeDamaged(files: FileSystem, folder: string): Promise<void> {
  if ((await files.linkInfo(folder)) === null) return
  const aside = join(dirname(folder), temporaryFileName())
  await files.rename(folder, aside)
  // What cannot be removed now is removed by a later start that unpacks.
  await removeTree(files, aside).catch(() => {})
}

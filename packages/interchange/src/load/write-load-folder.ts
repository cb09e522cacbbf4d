import { join } from 'node:path'
import type { LoadFile } from '@parley/codegen/load'
import { errorCodeOf, nodeFiles, sweepFolder, writeFileAtomically } from '@parley/files'

/** A file of the folder of a load test. */
export interface WrittenLoadFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Returns a text of the folder as it is written. */
export function loadFileBytes({ name, text }: LoadFile): WrittenLoadFile {
  return { name, bytes: new TextEncoder().encode(text) }
}

/** Writes the files of a load test; returns the code of the system if one could not be written, or null. */
export async function writeLoadFolder(
  folder: string,
  files: readonly WrittenLoadFile[],
): Promise<string | null> {
  try {
    await nodeFiles.makeFolder(folder)
    if (files.some(({ name }) => name.startsWith('files/'))) await nodeFiles.makeFolder(join(folder, 'files'))
    for (const { name, bytes } of files) await writeFileAtomically(nodeFiles, join(folder, name), bytes)
    // An earlier export that was killed may have left unfinished files.
    for (const one of [folder, join(folder, 'files')]) await sweepFolder(nodeFiles, one)
    return null
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === '') throw error
    return code
  }
}

/** Returns the first file that a folder has already; null if it has none of them. */
export async function firstTakenFile(folder: string, files: readonly LoadFile[]): Promise<string | null> {
  for (const { name } of files) if ((await nodeFiles.linkInfo(join(folder, name))) !== null) return name
  return null
}

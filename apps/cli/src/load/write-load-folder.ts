import { join } from 'node:path'
import type { LoadFile } from '@parley/codegen/load'
import { errorCodeOf, nodeFiles, sweepFolder, writeFileAtomically } from '@parley/files'

/** A file of the folder of a load test. */
export interface WrittenFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export function asBytes({ name, text }: LoadFile): WrittenFile {
  return { name, bytes: new TextEncoder().encode(text) }
}

/** Writes the files; returns a sentence if one could not be written. */
export async function writeAll(folder: string, files: readonly WrittenFile[]): Promise<string | null> {
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
    return `${folder} cannot be written (${code}). Give another folder to --export.`
  }
}

import { join } from 'node:path'
import { errorCodeOf, type FileSystem, nodeFiles, privateFileMode, writeFileAtomically } from '@parley/files'
import { keysOf } from '../keys-of.ts'

/** A program that is running on a folder of app data. */
export interface Instance {
  readonly processId: number
  /** The address of its page, including the token. */
  readonly address: string
}

const fileName = 'instance.json'

/** Returns null if the file is missing or invalid. */
export async function readInstance(folder: string, files: FileSystem = nodeFiles): Promise<Instance | null> {
  try {
    const { processId, address } = keysOf(
      JSON.parse(new TextDecoder().decode(await files.read(join(folder, fileName)))),
    )
    return typeof processId === 'number' && typeof address === 'string' ? { processId, address } : null
  } catch (error) {
    if (error instanceof SyntaxError || errorCodeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Writes the file, private to its owner because the address gives full access. */
export async function writeInstance(folder: string, instance: Instance, files: FileSystem): Promise<void> {
  const path = join(folder, fileName)
  await writeFileAtomically(files, path, `${JSON.stringify(instance)}\n`, { mode: privateFileMode })
}

export async function removeInstance(folder: string, files: FileSystem): Promise<void> {
  await files.removeFile(join(folder, fileName))
}

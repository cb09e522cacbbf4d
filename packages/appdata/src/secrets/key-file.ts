import { join } from 'node:path'
import { errorCodeOf, type FileSystem, privateFileMode, writeFileAtomically } from '@parley/files'
import { keysOf } from '../keys-of.ts'

/** Identifies the key in use and its location. */
export interface KeyRecord {
  /** The key in Base64 if this file contains it; null: it is in the keychain. */
  readonly id: string
  /** A known text, sealed with the key, in Base64: it distinguishes the key from others. */
  readonly key: string | null
  /** A known text, sealed with the key, in Base64: it identifies the key. */
  readonly check: string
}

const fileName = 'key.json'

/** Returns null if the file is missing; `damaged` if it is invalid. */
export async function readKeyFile(folder: string, files: FileSystem): Promise<KeyRecord | 'damaged' | null> {
  try {
    const text = new TextDecoder().decode(await files.read(join(folder, fileName)))
    const { version, id, key, check } = keysOf(JSON.parse(text))
    const isRecord = version === 1 && typeof id === 'string' && typeof check === 'string'
    if (!isRecord || !(key === null || typeof key === 'string')) return 'damaged'
    return { id, key, check }
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null
    if (error instanceof SyntaxError) return 'damaged'
    throw error
  }
}

/** Writes the file, private to its owner. */
export async function writeKeyFile(folder: string, record: KeyRecord, files: FileSystem): Promise<void> {
  const text = `${JSON.stringify({ version: 1, ...record }, null, 2)}\n`
  await writeFileAtomically(files, join(folder, fileName), text, { mode: privateFileMode })
}

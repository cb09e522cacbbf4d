import { join } from 'node:path'
import { errorCodeOf, type FileSystem, privateFileMode, writeFileWhole } from '@parley/files'
import { keysOf } from '../keys-of.ts'

/** Says which key is in use and where it is. */
export interface KeyRecord {
  /** The key's name in the keychain. */
  readonly id: string
  /** The key in Base64 where the file itself keeps it; null: the keychain does. */
  readonly key: string | null
  /** A known text, sealed with the key, in Base64: it tells the key from another. */
  readonly check: string
}

const fileName = 'key.json'

/** Null where there is none; `damaged` where it cannot be understood. */
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

/** For its owner alone. */
export async function writeKeyFile(folder: string, record: KeyRecord, files: FileSystem): Promise<void> {
  const text = `${JSON.stringify({ version: 1, ...record }, null, 2)}\n`
  await writeFileWhole(files, join(folder, fileName), text, { mode: privateFileMode })
}

import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { errorCodeOf, type FileSystem, nodeFiles, privateFileMode, writeFileAtomically } from '@parley/files'
import { failed, ok, type Result } from '@parley/model'
import { keysOf } from '../keys-of.ts'
import type { Keychain } from './keychain.ts'
import { type Locked, locked } from './locked.ts'
import { keyBytes, seal, unseal } from './sealing.ts'

export interface VaultOptions {
  /** The folder of the app data. */
  readonly folder: string
  /**
   * Returns null if there is no keychain, or it must not be used. Called with the first secret, never before.
   */
  readonly keychain: () => Promise<Keychain | null>
  /** Returns whether anything was ever sealed: a missing key is then never replaced by a new one. */
  readonly isInUse: () => Promise<boolean>
  readonly files?: FileSystem
}

const checkPlace = 'key'
const checkText = 'Parley'

/**
 * Encrypts data that must not be in a file as plain text. The key is in the system's keychain, or, if that is
 * not available, in a file private to its owner (behaviour, Secret values). The vault asks for the
 * key once; after a refusal everything is locked until `unlock`.
 */
export class Vault {
  readonly #options: Required<VaultOptions>
  #key: Promise<Result<Uint8Array, Locked>> | null = null
  #isAsking = false

  constructor(options: VaultOptions) {
    this.#options = { files: nodeFiles, ...options }
  }

  /** Returns whether the key is being requested, which may wait for the user. */
  get isAsking(): boolean {
    return this.#isAsking
  }

  /** Encrypts a text; `place` identifies the only place for which it can be decrypted. */
  async seal(place: string, text: string): Promise<Result<Uint8Array, Locked>> {
    const key = await this.#useKey()
    return key.ok ? ok(seal(key.value, place, text)) : key
  }

  /** Decrypts what was sealed for this place. */
  async unseal(place: string, sealed: Uint8Array): Promise<Result<string, Locked>> {
    const key = await this.#useKey()
    if (!key.ok) return key
    const text = unseal(key.value, place, sealed)
    return text === null ? failed(locked('damaged')) : ok(text)
  }

  /** Asks once more for the key. Resolves to null on success. */
  async unlock(): Promise<Locked | null> {
    const known = await this.#key
    if (known?.ok !== true) this.#key = null
    const key = await this.#useKey()
    return key.ok ? null : key.failure
  }

  #useKey(): Promise<Result<Uint8Array, Locked>> {
    this.#key ??= this.#askForKey()
    return this.#key
  }

  async #askForKey(): Promise<Result<Uint8Array, Locked>> {
    this.#isAsking = true
    try {
      return await this.#findKey()
    } catch (error) {
      // The cause, such as a disk error, may be temporary.
      this.#key = null
      throw error
    } finally {
      this.#isAsking = false
    }
  }

  async #findKey(): Promise<Result<Uint8Array, Locked>> {
    const { folder, files, isInUse } = this.#options
    const record = await readKeyFile(folder, files)
    if (record === 'damaged') return failed(locked('damaged'))
    if (record !== null) return this.#keyOf(record)
    return (await isInUse()) ? failed(locked('keyMissing')) : ok(await this.#makeKey())
  }

  async #keyOf({ id, key, check }: KeyRecord): Promise<Result<Uint8Array, Locked>> {
    const found = key === null ? await this.#fromKeychain(id) : ok(key)
    if (!found.ok) return found
    const bytes = Buffer.from(found.value, 'base64')
    const fits =
      bytes.byteLength === keyBytes && unseal(bytes, checkPlace, Buffer.from(check, 'base64')) === checkText
    return fits ? ok(bytes) : failed(locked('keyWrong'))
  }

  async #fromKeychain(id: string): Promise<Result<string, Locked>> {
    try {
      const keychain = await this.#options.keychain()
      const key = await keychain?.read(id)
      if (key === null) return failed(locked('keyMissing'))
      return key === undefined ? failed(locked('keychain')) : ok(key)
    } catch {
      return failed(locked('keychain'))
    }
  }

  async #makeKey(): Promise<Uint8Array> {
    const { folder, files } = this.#options
    const key = randomBytes(keyBytes)
    const id = randomUUID()
    const text = key.toString('base64')
    const isInKeychain = await this.#toKeychain(id, text)
    const check = Buffer.from(seal(key, checkPlace, checkText)).toString('base64')
    await writeKeyFile(folder, { id, key: isInKeychain ? null : text, check }, files)
    return key
  }

  /** Stores a key in the keychain; returns false if it cannot be read back. */
  async #toKeychain(id: string, key: string): Promise<boolean> {
    try {
      const keychain = await this.#options.keychain()
      await keychain?.write(id, key)
      return (await keychain?.read(id)) === key
    } catch {
      return false
    }
  }
}

/** Identifies the key in use and its location. */
interface KeyRecord {
  /** The key in Base64 if this file contains it; null: it is in the keychain. */
  readonly id: string
  /** A known text, sealed with the key, in Base64: it distinguishes the key from others. */
  readonly key: string | null
  /** A known text, sealed with the key, in Base64: it identifies the key. */
  readonly check: string
}

const fileName = 'key.json'

/** Returns null if the file is missing; `damaged` if it is invalid. */
async function readKeyFile(folder: string, files: FileSystem): Promise<KeyRecord | 'damaged' | null> {
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
async function writeKeyFile(folder: string, record: KeyRecord, files: FileSystem): Promise<void> {
  const text = `${JSON.stringify({ version: 1, ...record }, null, 2)}\n`
  await writeFileAtomically(files, join(folder, fileName), text, { mode: privateFileMode })
}

import { join } from 'node:path'
import {
  errorCodeOf,
  type FileSystem,
  nodeFiles,
  OneAfterTheOther,
  privateFileMode,
  writeFileWhole,
} from '@parley/files'
import { failed, ok, type Result } from '@parley/model'
import { keysOf } from '../keys-of.ts'
import { type Locked, locked } from './locked.ts'
import type { Vault } from './vault.ts'

/** Of the app data. */
export const secretsFileName = 'secrets.json'

/** Which secret. */
export interface SecretAddress {
  /** What it belongs to: an environment, a collection, a field of a request, a token. */
  readonly kind: string
  /** The internal id or path of what it belongs to. */
  readonly owner: string
  /** Of the variable or the field. */
  readonly name: string
}

interface StoredSecret extends SecretAddress {
  /** Base64. */
  readonly sealed: string
}

/**
 * The values of secrets, each encrypted for its own address. Names stand as they are. A file that cannot be
 * understood is never written: it stays locked (attacks SE3).
 */
export class SecretStore {
  readonly #path: string
  readonly #vault: Vault
  readonly #files: FileSystem
  readonly #writes = new OneAfterTheOther()

  constructor(folder: string, vault: Vault, files: FileSystem = nodeFiles) {
    this.#path = join(folder, secretsFileName)
    this.#vault = vault
    this.#files = files
  }

  /** Null where it was never set. */
  async get(address: SecretAddress): Promise<Result<string | null, Locked>> {
    const stored = await this.#read()
    if (!stored.ok) return stored
    const found = stored.value.find(one => isSame(one, address))
    if (found === undefined) return ok(null)
    return this.#vault.unseal(placeOf(address), Buffer.from(found.sealed, 'base64'))
  }

  /** Resolves once it is on the disk; rejects, with all as it was, where that fails. */
  async set(address: SecretAddress, value: string): Promise<Result<null, Locked>> {
    const sealed = await this.#vault.seal(placeOf(address), value)
    if (!sealed.ok) return sealed
    const { kind, owner, name } = address
    const entry = { kind, owner, name, sealed: Buffer.from(sealed.value).toString('base64') }
    return this.#change(stored => [...stored.filter(one => !isSame(one, address)), entry])
  }

  /** One that is not there is no error. Needs no key. */
  delete(address: SecretAddress): Promise<Result<null, Locked>> {
    return this.#change(stored => stored.filter(one => !isSame(one, address)))
  }

  /** Deletes all that belongs to an owner. Needs no key. */
  deleteOwner(kind: string, owner: string): Promise<Result<null, Locked>> {
    return this.#change(stored => stored.filter(one => one.kind !== kind || one.owner !== owner))
  }

  /** The names that have a value, in order. Needs no key. */
  async list(kind: string, owner: string): Promise<Result<readonly string[], Locked>> {
    const stored = await this.#read()
    if (!stored.ok) return stored
    const own = stored.value.filter(one => one.kind === kind && one.owner === owner)
    return ok(own.map(({ name }) => name).toSorted())
  }

  /** How many there are. Needs no key. */
  async count(): Promise<Result<number, Locked>> {
    const stored = await this.#read()
    return stored.ok ? ok(stored.value.length) : stored
  }

  #change(
    change: (stored: readonly StoredSecret[]) => readonly StoredSecret[],
  ): Promise<Result<null, Locked>> {
    return this.#writes.run(this.#path, async () => {
      const stored = await this.#read()
      if (!stored.ok) return stored
      const values = change(stored.value)
      if (values.length === 0 && stored.value.length === 0) return ok(null)
      const text = `${JSON.stringify({ version: 1, values }, null, 2)}\n`
      await writeFileWhole(this.#files, this.#path, text, { mode: privateFileMode })
      return ok(null)
    })
  }

  async #read(): Promise<Result<readonly StoredSecret[], Locked>> {
    try {
      const text = new TextDecoder().decode(await this.#files.read(this.#path))
      const { version, values } = keysOf(JSON.parse(text))
      if (version !== 1 || !Array.isArray(values)) return failed(locked('damaged'))
      const stored = values.map(storedSecret).filter(one => one !== null)
      return stored.length === values.length ? ok(stored) : failed(locked('damaged'))
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return ok([])
      if (error instanceof SyntaxError) return failed(locked('damaged'))
      throw error
    }
  }
}

function storedSecret(value: unknown): StoredSecret | null {
  const { kind, owner, name, sealed } = keysOf(value)
  const isWhole = typeof kind === 'string' && typeof owner === 'string' && typeof name === 'string'
  return isWhole && typeof sealed === 'string' ? { kind, owner, name, sealed } : null
}

function isSame(one: SecretAddress, other: SecretAddress): boolean {
  return placeOf(one) === placeOf(other)
}

/** JSON, as any part of it may hold any character. */
function placeOf({ kind, owner, name }: SecretAddress): string {
  return JSON.stringify(['secret', kind, owner, name])
}

import { join } from 'node:path'
import {
  type FileSystem,
  nodeFiles,
  OneAfterTheOther,
  privateFileMode,
  writeFileAtomically,
} from '@parley/files'
import { failed, ok, type Result, readScriptPermissionField } from '@parley/model'
import { keysOf } from '../keys-of.ts'
import { type Locked, locked } from './locked.ts'
import type { Vault } from './vault.ts'

/** The name of the secrets file in the app data. */
export const secretsFileName = 'secrets.json'

/** Identifies a secret. */
export interface SecretAddress {
  /** The kind of its owner: an environment, a collection, a field of a request, a token. */
  readonly kind: string
  /** The internal id or path of its owner. */
  readonly owner: string
  /** The name of the variable or the field. */
  readonly name: string
}

/** The file that owns secrets, by which they are found if the id is lost. */
export interface OwnerPlace {
  /** The key of the workspace. */
  readonly workspace: string
  /** The path in the workspace. */
  readonly path: string
}

interface StoredSecret extends SecretAddress, Partial<OwnerPlace> {
  /** Base64. */
  readonly sealed: string
}

/**
 * Stores secret values, each encrypted for its own address; names are not encrypted. An invalid file is never
 * overwritten: it stays locked (attacks SE3).
 */
export class SecretStore {
  readonly #path: string
  readonly #vault: Vault
  readonly #files: FileSystem
  readonly #writes = new OneAfterTheOther()
  readonly #placeOf: (owner: string) => OwnerPlace | null
  #known: { readonly version: string; readonly stored: readonly StoredSecret[] } | null = null

  /** @param placeOf returns the present file of an owner; null: the owner is not a file */
  constructor(
    folder: string,
    vault: Vault,
    files: FileSystem = nodeFiles,
    placeOf: (owner: string) => OwnerPlace | null = () => null,
  ) {
    this.#path = join(folder, secretsFileName)
    this.#vault = vault
    this.#files = files
    this.#placeOf = placeOf
  }

  /** Returns null if the secret was never set. */
  async get(address: SecretAddress): Promise<Result<string | null, Locked>> {
    const stored = await this.#read()
    if (!stored.ok) return stored
    const found = stored.value.find(one => isSame(one, address))
    if (found === undefined) return ok(null)
    return this.#open(found)
  }

  /** Resolves once the secret is on the disk; rejects, without a change, if that fails. */
  async set(address: SecretAddress, value: string): Promise<Result<null, Locked>> {
    const entry = await this.#seal(address, value)
    if (!entry.ok) return entry
    return this.#change(stored => [...stored.filter(one => !isSame(one, address)), entry.value])
  }

  /** Deletes a secret; a missing one is no error. Needs no key. */
  delete(address: SecretAddress): Promise<Result<null, Locked>> {
    return this.#change(stored => stored.filter(one => !isSame(one, address)))
  }

  /** Returns all values of an owner, by name. */
  async getAll(kind: string, owner: string): Promise<Result<ReadonlyMap<string, string>, Locked>> {
    const stored = await this.#read()
    if (!stored.ok) return stored
    const values = new Map<string, string>()
    for (const one of stored.value) {
      if (!isOf(one, kind, owner)) continue
      const value = await this.#open(one)
      if (!value.ok) return value
      values.set(one.name, value.value)
    }
    return ok(values)
  }

  /** Replaces all values of an owner, by name, in one step. Without values it needs no key. */
  async setAll(
    kind: string,
    owner: string,
    values: ReadonlyMap<string, string>,
  ): Promise<Result<null, Locked>> {
    const entries: StoredSecret[] = []
    for (const [name, value] of values) {
      const entry = await this.#seal({ kind, owner, name }, value)
      if (!entry.ok) return entry
      entries.push(entry.value)
    }
    return this.#change(stored => [...stored.filter(one => !isOf(one, kind, owner)), ...entries])
  }

  /** Returns the names that have a value, in order. Needs no key. */
  async list(kind: string, owner: string): Promise<Result<readonly string[], Locked>> {
    const stored = await this.#read()
    if (!stored.ok) return stored
    const own = stored.value.filter(one => isOf(one, kind, owner))
    return ok(own.map(({ name }) => name).toSorted())
  }

  /**
   * Records the present paths of files with their secrets. Needs no key. Unreadable secrets are kept
   * unchanged.
   * @param pathOf returns the path of an id in the workspace; null: it has none
   */
  async notePaths(workspace: string, pathOf: (id: string) => string | null): Promise<void> {
    const noted = (one: StoredSecret): StoredSecret => {
      const path = pathOf(one.owner)
      if (path !== null)
        return one.workspace === workspace && one.path === path ? one : { ...one, workspace, path }
      if (one.workspace !== workspace) return one
      const { workspace: _, path: __, ...without } = one
      return without
    }
    const stored = await this.#read()
    if (!stored.ok || stored.value.every(one => noted(one) === one)) return
    await this.#change(all => all.map(noted))
  }

  /**
   * Returns the files that have secrets, with their ids. Needs no key; returns none if the file is locked.
   */
  async places(): Promise<readonly (OwnerPlace & { readonly id: string })[]> {
    const stored = await this.#read()
    if (!stored.ok) return []
    return stored.value.flatMap(({ owner, workspace, path }) =>
      workspace === undefined || path === undefined ? [] : [{ id: owner, workspace, path }],
    )
  }

  /** Returns all values of a kind, or of all kinds, with their names, without script permissions. */
  async allOf(
    kind: string | null,
  ): Promise<Result<readonly { readonly name: string; readonly text: string }[], Locked>> {
    const stored = await this.#read()
    if (!stored.ok) return stored
    const values: { name: string; text: string }[] = []
    for (const one of stored.value) {
      if ((kind !== null && one.kind !== kind) || readScriptPermissionField(one.name) !== null) continue
      const value = await this.#open(one)
      if (!value.ok) return value
      values.push({ name: one.name, text: value.value })
    }
    return ok(values)
  }

  /** Returns the number of secrets, without script permissions. Needs no key. */
  async count(): Promise<Result<number, Locked>> {
    const stored = await this.#read()
    return stored.ok
      ? ok(stored.value.filter(({ name }) => readScriptPermissionField(name) === null).length)
      : stored
  }

  #open(stored: StoredSecret): Promise<Result<string, Locked>> {
    return this.#vault.unseal(placeOf(stored), Buffer.from(stored.sealed, 'base64'))
  }

  async #seal(address: SecretAddress, value: string): Promise<Result<StoredSecret, Locked>> {
    const sealed = await this.#vault.seal(placeOf(address), value)
    if (!sealed.ok) return sealed
    const { kind, owner, name } = address
    const place = this.#placeOf(owner)
    return ok({ kind, owner, name, ...place, sealed: Buffer.from(sealed.value).toString('base64') })
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
      await writeFileAtomically(this.#files, this.#path, text, { mode: privateFileMode })
      return ok(null)
    })
  }

  /** Reads the file only if it has changed, because a workspace asks for each of its files. */
  async #read(): Promise<Result<readonly StoredSecret[], Locked>> {
    const info = await this.#files.info(this.#path)
    if (info === null) return ok([])
    const version = `${info.identity} ${info.modifiedMs} ${info.sizeBytes}`
    if (this.#known?.version === version) return ok(this.#known.stored)
    const stored = storedSecrets(new TextDecoder().decode(await this.#files.read(this.#path)))
    if (stored === null) return failed(locked('damaged'))
    this.#known = { version, stored }
    return ok(stored)
  }
}

/** Returns null if any part of the text is invalid. */
function storedSecrets(text: string): readonly StoredSecret[] | null {
  try {
    const { version, values } = keysOf(JSON.parse(text))
    if (version !== 1 || !Array.isArray(values)) return null
    const stored = values.map(storedSecret).filter(one => one !== null)
    return stored.length === values.length ? stored : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function storedSecret(value: unknown): StoredSecret | null {
  const { kind, owner, name, sealed, workspace, path } = keysOf(value)
  const isWhole = typeof kind === 'string' && typeof owner === 'string' && typeof name === 'string'
  if (!isWhole || typeof sealed !== 'string') return null
  const place = typeof workspace === 'string' && typeof path === 'string' ? { workspace, path } : {}
  return { kind, owner, name, ...place, sealed }
}

function isSame(one: SecretAddress, other: SecretAddress): boolean {
  return placeOf(one) === placeOf(other)
}

function isOf(one: SecretAddress, kind: string, owner: string): boolean {
  return one.kind === kind && one.owner === owner
}

/** Returns the place as JSON, because each part may contain any character. */
function placeOf({ kind, owner, name }: SecretAddress): string {
  return JSON.stringify(['secret', kind, owner, name])
}

import { dirname, join } from 'node:path'
import {
  errorCodeOf,
  type FileSystem,
  moveToNew,
  privateFileMode,
  privateFolderMode,
  removeTree,
  renamePatiently,
  temporaryFileName,
  writeFileAtomically,
} from '@parley/files'
import { copyTree } from './copy-tree.ts'

/** A deleted entry that can still be restored (behaviour, Delete). */
export interface DeletedEntry {
  /** Identifies the entry in the trash. */
  readonly trashId: string
  /** Its old path in the workspace. */
  readonly path: string
  readonly name: string
  readonly kind: 'collection' | 'folder' | 'request' | 'environment'
  readonly deletedAtMs: number
  /** The IDs of the entry and everything below it, by path. */
  readonly identities: readonly { readonly path: string; readonly id: string }[]
}

/** How long deleted entries can be restored. */
const trashRetentionMs = 7 * 24 * 3_600_000

/**
 * Keeps deleted files outside the workspace, each in its own folder: `entry.json`, written first, and
 * `content`. After a kill at any moment, a file is in the workspace, in the trash, or in both, never in
 * neither.
 */
export class Trash {
  readonly #files: FileSystem
  readonly #folder: string

  constructor(files: FileSystem, folder: string) {
    this.#files = files
    this.#folder = folder
  }

  /** Moves a file or folder at a system path to the trash, under a new UUID. */
  async put(sourcePath: string, entry: DeletedEntry): Promise<void> {
    const place = this.#place(entry.trashId)
    await this.#files.makeFolder(place, privateFolderMode)
    await writeFileAtomically(this.#files, join(place, 'entry.json'), JSON.stringify(entry), {
      mode: privateFileMode,
    })
    await this.#files.syncFolder(this.#folder)
    try {
      await moveTree(this.#files, sourcePath, this.contentPath(entry.trashId), renamePatiently)
    } catch (error) {
      // If removing failed, the entry is not deleted; but if some files were removed, it can be restored.
      if (await this.#isWhole(sourcePath, this.contentPath(entry.trashId)).catch(() => false))
        await this.discard(entry.trashId).catch(() => {})
      throw error
    }
  }

  /**
   * Returns the system path of a deleted entry in the trash; the entry exists there completely or not at all.
   */
  contentPath(trashId: string): string {
    return join(this.#place(trashId), 'content')
  }

  /** Returns the entries that can be restored, the latest first. */
  async list(): Promise<readonly DeletedEntry[]> {
    const ids = (await this.#names()).filter(name => /^[0-9a-f-]{36}$/.test(name))
    const entries = await Promise.all(ids.map(id => this.#entry(id)))
    return entries
      .filter(entry => entry !== null)
      .toSorted((one, other) => other.deletedAtMs - one.deletedAtMs)
  }

  /** Moves an entry back to a system path that must be free. */
  async restore(trashId: string, targetPath: string): Promise<void> {
    await moveTree(this.#files, this.contentPath(trashId), targetPath, moveToNew)
    // The entry is restored; a later sweep removes the rest of its folder in the trash.
    await this.discard(trashId).catch(() => {})
  }

  /** Deletes an entry permanently. */
  discard(trashId: string): Promise<void> {
    return removeTree(this.#files, this.#place(trashId))
  }

  /** Permanently deletes entries older than 7 days, and the incomplete ones of a killed process. */
  async sweep(nowMs: number): Promise<void> {
    for (const name of await this.#names()) {
      const place = join(this.#folder, name)
      const entry = await this.#entry(name)
      const info = await this.#files.linkInfo(place)
      const sinceMs = entry?.deletedAtMs ?? info?.modifiedMs ?? nowMs
      if (nowMs - sinceMs > trashRetentionMs) await removeTree(this.#files, place).catch(() => {})
    }
  }

  /** Returns whether everything in a copy still exists at the source. */
  async #isWhole(source: string, copy: string): Promise<boolean> {
    const [original, copied] = [await this.#files.linkInfo(source), await this.#files.linkInfo(copy)]
    if (original === null) return false
    if (copied?.kind !== 'folder') return true
    for (const { name } of await this.#files.list(copy))
      if (!(await this.#isWhole(join(source, name), join(copy, name)))) return false
    return true
  }

  #place(trashId: string): string {
    return join(this.#folder, trashId)
  }

  async #names(): Promise<readonly string[]> {
    try {
      return (await this.#files.list(this.#folder)).map(entry => entry.name)
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return []
      throw error
    }
  }

  /** Returns null if there is nothing to restore. */
  async #entry(trashId: string): Promise<DeletedEntry | null> {
    if ((await this.#files.linkInfo(this.contentPath(trashId))) === null) return null
    try {
      const bytes = await this.#files.read(join(this.#place(trashId), 'entry.json'))
      const text = new TextDecoder().decode(bytes)
      return entryOf(trashId, JSON.parse(text))
    } catch {
      return null
    }
  }
}

/** Parses an entry; the file may have been edited, so an invalid one gives null. */
function entryOf(trashId: string, value: unknown): DeletedEntry | null {
  const get = (key: string): unknown => Reflect.get(Object(value), key)
  const [path, name, kind, deletedAtMs] = [get('path'), get('name'), get('kind'), get('deletedAtMs')]
  const kinds = ['collection', 'folder', 'request', 'environment'] as const
  const known = kinds.find(one => one === kind)
  if (typeof path !== 'string' || typeof name !== 'string' || typeof deletedAtMs !== 'number') return null
  if (known === undefined) return null
  const identities = Array.isArray(get('identities')) ? Array.from(Object(get('identities')), identityOf) : []
  return { trashId, path, name, kind: known, deletedAtMs, identities: identities.filter(one => one !== null) }
}

function identityOf(value: unknown): { readonly path: string; readonly id: string } | null {
  const [path, id]: unknown[] = [Reflect.get(Object(value), 'path'), Reflect.get(Object(value), 'id')]
  return typeof path === 'string' && typeof id === 'string' ? { path, id } : null
}

/**
 * Moves in one step if both paths are on one device; otherwise copies everything, syncs, and only then
 * removes the source.
 */
async function moveTree(files: FileSystem, from: string, to: string, move: typeof moveToNew): Promise<void> {
  try {
    await move(files, from, to)
  } catch (error) {
    if (errorCodeOf(error) !== 'EXDEV') throw error
    const partial = join(dirname(to), temporaryFileName())
    try {
      await copyTree(files, from, partial)
      await move(files, partial, to)
    } catch (copyError) {
      // A later sweep removes what remains; the first error is the one to report.
      await removeTree(files, partial).catch(() => {})
      throw copyError
    }
    await files.syncFolder(join(to, '..'))
    await removeTree(files, from)
  }
  await files.syncFolder(join(to, '..'))
  await files.syncFolder(join(from, '..'))
}

import { join } from 'node:path'
import {
  errorCodeOf,
  type FileSystem,
  moveToNew,
  privateFileMode,
  privateFolderMode,
  removeTree,
  renamePatiently,
  writeFileWhole,
} from '@parley/files'
import { copyTree } from './copy-tree.ts'

/** Something deleted that can still be brought back (product decisions, Delete). */
export interface DeletedEntry {
  /** Names it in the trash. */
  readonly trashId: string
  /** Where it stood: path in the workspace. */
  readonly path: string
  readonly name: string
  readonly kind: 'collection' | 'folder' | 'request' | 'environment'
  readonly deletedAtMs: number
  /** The IDs of it and of all below it, by path. */
  readonly identities: readonly { readonly path: string; readonly id: string }[]
}

/** After so long what was deleted is gone. */
const keptInTrashMs = 7 * 24 * 3_600_000

/**
 * Deleted files outside the workspace, each in a folder of its own: `entry.json`, written first, and
 * `content`. Killed at any moment, a file is in the workspace, in the trash, or in both, never in neither.
 */
export class Trash {
  readonly #files: FileSystem
  readonly #folder: string

  constructor(files: FileSystem, folder: string) {
    this.#files = files
    this.#folder = folder
  }

  /** Moves a file or folder of the system into the trash, under a new UUID. */
  async put(sourcePath: string, entry: DeletedEntry): Promise<void> {
    const place = this.#place(entry.trashId)
    await this.#files.makeFolder(place, privateFolderMode)
    await writeFileWhole(this.#files, join(place, 'entry.json'), JSON.stringify(entry), {
      mode: privateFileMode,
    })
    await this.#files.syncFolder(this.#folder)
    try {
      await moveTree(this.#files, sourcePath, this.contentPath(entry.trashId), renamePatiently)
    } catch (error) {
      // What could not be removed is not deleted; a folder that lost a part of its files can be brought back.
      if (await this.#isWhole(sourcePath, this.contentPath(entry.trashId)).catch(() => false))
        await this.discard(entry.trashId).catch(() => {})
      throw error
    }
  }

  /** The path of the system that a deleted file or folder has in the trash: whole, or not at all. */
  contentPath(trashId: string): string {
    return join(this.#place(trashId), 'content')
  }

  /** What can be brought back, the latest first. */
  async list(): Promise<readonly DeletedEntry[]> {
    const ids = (await this.#names()).filter(name => /^[0-9a-f-]{36}$/.test(name))
    const entries = await Promise.all(ids.map(id => this.#entry(id)))
    return entries
      .filter(entry => entry !== null)
      .toSorted((one, other) => other.deletedAtMs - one.deletedAtMs)
  }

  /** Moves something back to a path of the system that must be free. */
  async restore(trashId: string, targetPath: string): Promise<void> {
    await moveTree(this.#files, this.contentPath(trashId), targetPath, moveToNew)
    // It is back; what is left of its place in the trash is swept later.
    await this.discard(trashId).catch(() => {})
  }

  /** Removes something for good. */
  discard(trashId: string): Promise<void> {
    return removeTree(this.#files, this.#place(trashId))
  }

  /** Removes for good what is older than 7 days, and what a killed process left unfinished. */
  async sweep(nowMs: number): Promise<void> {
    for (const name of await this.#names()) {
      const place = join(this.#folder, name)
      const entry = await this.#entry(name)
      const info = await this.#files.linkInfo(place)
      const sinceMs = entry?.deletedAtMs ?? info?.modifiedMs ?? nowMs
      if (nowMs - sinceMs > keptInTrashMs) await removeTree(this.#files, place).catch(() => {})
    }
  }

  /** Whether all that a copy holds is still where it was copied from. */
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

  /** Null where there is nothing to bring back. */
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

/** A file of our own, but a file: what does not fit is no entry. */
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

/** In one step where both are on one device; else copied whole, synced, and only then removed. */
async function moveTree(files: FileSystem, from: string, to: string, move: typeof moveToNew): Promise<void> {
  try {
    await move(files, from, to)
  } catch (error) {
    if (errorCodeOf(error) !== 'EXDEV') throw error
    const partial = `${to}.partial`
    await removeTree(files, partial)
    await copyTree(files, from, partial)
    await move(files, partial, to)
    await files.syncFolder(join(to, '..'))
    await removeTree(files, from)
  }
  await files.syncFolder(join(to, '..'))
  await files.syncFolder(join(from, '..'))
}

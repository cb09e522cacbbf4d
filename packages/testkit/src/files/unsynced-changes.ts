import { dirname, join, sep } from 'node:path'
import { type FileSystem, removeTree } from '@parley/files'

/** The content of one file: the durable content on the disk, and the content that readers see. */
class TrackedContent {
  durable: Uint8Array
  current: Uint8Array

  constructor(durable: Uint8Array) {
    this.durable = durable
    this.current = durable
  }

  write(bytes: Uint8Array): void {
    this.current = Buffer.concat([this.current, bytes])
  }

  truncate(lengthBytes: number): void {
    this.current = this.current.slice(0, lengthBytes)
  }

  sync(): void {
    this.durable = this.current
  }

  /** Returns synced content, or content of the new length in which some blocks were not written. */
  afterPowerCut(random: () => number): Uint8Array {
    if (this.durable === this.current) return this.durable
    const written = Math.floor(random() * (this.current.byteLength + 1))
    const kinds = [
      () => this.durable,
      () => this.current.slice(0, written),
      () => Buffer.concat([this.current.slice(0, written), Buffer.alloc(this.current.length - written)]),
      () => this.current,
    ]
    return kinds[Math.floor(random() * kinds.length)]?.() ?? this.durable
  }
}

type Entry = TrackedContent | 'folder'
type Names = Map<string, Entry>

/** A change of names that a power failure undoes until one of its folders is synced. */
interface PendingChange {
  readonly folders: readonly string[]
  apply(names: Names): void
}

/** Which of the changes that were not synced a power failure leaves. */
export type KeptChanges = 'any' | 'last'

/**
 * The changes in a folder that a power failure may undo: POSIX guarantees only what was synced, in no order.
 */
export class UnsyncedChanges {
  readonly #files: FileSystem
  readonly #root: string
  readonly #durable: Names
  readonly #current: Names
  #pending: PendingChange[] = []

  private constructor(files: FileSystem, root: string, names: Names) {
    this.#files = files
    this.#root = root
    this.#durable = names
    this.#current = new Map(names)
  }

  /** Creates a record in which everything in the folder counts as synced. */
  static async of(files: FileSystem, root: string): Promise<UnsyncedChanges> {
    const names: Names = new Map()
    async function walk(folder: string): Promise<void> {
      for (const { name, kind } of await files.list(folder)) {
        const path = join(folder, name)
        if (kind === 'file') names.set(path, new TrackedContent(await files.read(path)))
        if (kind !== 'folder') continue
        names.set(path, 'folder')
        await walk(path)
      }
    }
    await walk(root)
    return new UnsyncedChanges(files, root, names)
  }

  make(path: string): void {
    this.#set(path, new TrackedContent(new Uint8Array()))
  }

  makeFolder(path: string): void {
    if (this.#current.has(path) || !path.startsWith(this.#root + sep)) return
    this.makeFolder(dirname(path))
    this.#set(path, 'folder')
  }

  opened(path: string): TrackedContent | undefined {
    const entry = this.#current.get(path)
    return entry === 'folder' ? undefined : entry
  }

  rename(from: string, to: string): void {
    this.#change({
      folders: [dirname(from), dirname(to)],
      apply(names) {
        const moved = [...names].filter(([path]) => path === from || path.startsWith(from + sep))
        for (const [path, entry] of moved) {
          names.delete(path)
          names.set(to + path.slice(from.length), entry)
        }
      },
    })
  }

  link(from: string, to: string): void {
    const entry = this.#current.get(from)
    if (entry !== undefined) this.#set(to, entry)
  }

  remove(path: string): void {
    this.#change({
      folders: [dirname(path)],
      apply: names => {
        names.delete(path)
      },
    })
  }

  syncFolder(folder: string): void {
    for (const change of this.#pending.filter(one => one.folders.includes(folder)))
      change.apply(this.#durable)
    this.#pending = this.#pending.filter(one => !one.folders.includes(folder))
  }

  /**
   * Rewrites the folder: each pending change is kept or lost, and each unsynced content has some possible
   * state.
   * @param kept which changes are kept: any, or of all only the last, as what hurts most is a removal without what
   * was done before it
   */
  async cutPower(random: () => number, kept: KeptChanges = 'any'): Promise<void> {
    const names: Names = new Map(this.#durable)
    const last = this.#pending.at(-1)
    for (const change of this.#pending)
      if (kept === 'last' ? change === last : random() < 0.5) change.apply(names)
    for (const { name } of await this.#files.list(this.#root))
      await removeTree(this.#files, join(this.#root, name))
    const written = new Map<TrackedContent, string>()
    for (const [path, entry] of names) {
      if (!path.startsWith(this.#root + sep)) continue
      if (entry === 'folder') {
        await this.#files.makeFolder(path)
        continue
      }
      await this.#files.makeFolder(dirname(path))
      const other = written.get(entry)
      written.set(entry, path)
      if (other !== undefined) {
        await this.#files.link(other, path)
        continue
      }
      const file = await this.#files.open(path, 'createNew')
      await file.write(entry.afterPowerCut(random))
      await file.close()
    }
  }

  #set(path: string, entry: Entry): void {
    this.#change({
      folders: [dirname(path)],
      apply: names => {
        names.set(path, entry)
      },
    })
  }

  #change(change: PendingChange): void {
    change.apply(this.#current)
    this.#pending.push(change)
  }
}

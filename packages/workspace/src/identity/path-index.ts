import { parentPath } from '../tree/workspace-path.ts'

/**
 * Maps paths to IDs, and finds those below a folder without visiting all others. It records the paths whose
 * ID has changed.
 */
export class PathIndex {
  readonly #ids = new Map<string, string>()
  /** The paths one step below each folder. */
  readonly #below = new Map<string, Set<string>>()
  #reassigned = new Set<string>()

  get(path: string): string | undefined {
    return this.#ids.get(path)
  }

  has(path: string): boolean {
    return this.#ids.has(path)
  }

  /** Returns all paths that have an ID. */
  paths(): readonly string[] {
    return [...this.#ids.keys()]
  }

  set(path: string, id: string): void {
    if (this.#ids.get(path) === id) return
    this.#ids.set(path, id)
    this.#reassigned.add(path)
    for (let child = path; child !== ''; child = parentPath(child)) {
      const parent = parentPath(child)
      const siblings = this.#below.get(parent)
      if (siblings?.has(child)) return
      if (siblings === undefined) this.#below.set(parent, new Set([child]))
      else siblings.add(child)
    }
  }

  delete(path: string): void {
    if (!this.#ids.delete(path)) return
    this.#reassigned.add(path)
    for (let child = path; child !== ''; child = parentPath(child)) {
      if (this.#ids.has(child) || this.#below.has(child)) return
      const parent = parentPath(child)
      const siblings = this.#below.get(parent)
      siblings?.delete(child)
      if (siblings?.size === 0) this.#below.delete(parent)
    }
  }

  /** Returns the IDs at a path and below it. */
  within(path: string): readonly string[] {
    const own = this.#ids.get(path)
    const below = [...(this.#below.get(path) ?? [])].flatMap(child => this.within(child))
    return own === undefined ? below : [own, ...below]
  }

  /** Returns the paths that got another ID, or lost theirs, since the last call. */
  takeReassigned(): ReadonlySet<string> {
    const reassigned = this.#reassigned
    this.#reassigned = new Set()
    return reassigned
  }
}

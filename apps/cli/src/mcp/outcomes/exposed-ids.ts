import type { ExposedRequest, ExposedWorkspace, ListedEntry } from '../exposed/exposed-workspace.ts'

/** Finds requests that agents may use by the IDs under which the app stores outcomes. */
export class ExposedIds {
  readonly #workspace: ExposedWorkspace
  readonly #paths: ReadonlyMap<string, string>
  readonly #entries: ReadonlyMap<string, ListedEntry>
  readonly #found = new Map<string, Promise<ExposedRequest | null>>()

  /** @param paths the paths of the workspace's files by their IDs */
  constructor(workspace: ExposedWorkspace, paths: ReadonlyMap<string, string>) {
    this.#workspace = workspace
    this.#paths = paths
    this.#entries = new Map(workspace.entries().map(listed => [listed.entry.path, listed]))
  }

  /** Returns a request; null if it is none of this workspace, or agents may not use it. */
  find(id: string): Promise<ExposedRequest | null> {
    const found = this.#found.get(id) ?? this.#read(id)
    this.#found.set(id, found)
    return found
  }

  /** Returns the path of a file or folder as agents name it; empty if it is not known. */
  pathOf(id: string): string {
    const path = this.#paths.get(id)
    return path === undefined ? '' : `${this.#workspace.prefix}${path}`
  }

  async #read(id: string): Promise<ExposedRequest | null> {
    const listed = this.#entries.get(this.#paths.get(id) ?? '')
    return listed === undefined ? null : this.#workspace.read(listed)
  }
}

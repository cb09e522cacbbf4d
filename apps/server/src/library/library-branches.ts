import { type Collection, type Description, type Folder, failed, ok, type Result } from '@parley/model'
import type { SaveFailure, WorkspaceFailure } from '@parley/workspace'
import type { BranchContent, OpenedBranch, SavedBranch } from '../contract/index.ts'
import type { LibraryParts } from './library-commands.ts'
import { notThere } from './library-failure.ts'
import type { LibraryPlace } from './library-index.ts'

type Branch = Collection | Folder
type Done<Value> = Promise<Result<Value, WorkspaceFailure>>

/** What collections and folders hold themselves: name, docs, and what their requests inherit (spec 2.5). */
export class LibraryBranches {
  readonly #parts: LibraryParts

  constructor(parts: LibraryParts) {
    this.#parts = parts
  }

  async read(id: string): Done<OpenedBranch> {
    const place = this.#branchPlace(id)
    if (place === undefined) return failed(notThere)
    const read = await this.#read(place)
    return read.ok ? ok({ content: contentOf(read.value.noun), version: read.value.version }) : read
  }

  /** Writes over the version that it is based on; `changed`: the file is another one by now. */
  async save(id: string, content: BranchContent, baseVersion: string | null): Done<SavedBranch> {
    const place = this.#branchPlace(id)
    if (place === undefined) return failed(notThere)
    const read = await this.#read(place)
    if (!read.ok) return read
    const { noun, version } = read.value
    if (version !== baseVersion)
      return ok({ state: 'changed', theirs: { content: contentOf(noun), version } })
    const saved = await this.#write(place.path, withContent(noun, content), baseVersion)
    if (!saved.ok) {
      const { theirs, ...failure } = saved.failure
      if (failure.code !== 'FILE_CHANGED' || theirs == null) return failed(failure)
      return ok({
        state: 'changed',
        theirs: { content: contentOf(theirs.noun), version: theirs.version },
      })
    }
    // The name of the file or folder goes with the shown one.
    if (noun.name !== content.name) return this.#renamed(id, content.name)
    return ok({ state: 'saved', version: saved.value })
  }

  async #renamed(id: string, name: string): Done<SavedBranch> {
    const place = this.#branchPlace(id)
    if (place === undefined) return failed(notThere)
    const renamed = await this.#parts.workspace().commands.rename(place.path, name)
    if (!renamed.ok) return renamed
    const now = await this.read(id)
    return now.ok ? ok({ state: 'saved', version: now.value.version ?? '' }) : now
  }

  #branchPlace(id: string): LibraryPlace | undefined {
    const place = this.#parts.index().place(id)
    return place?.branches.at(-1)?.path === place?.path ? place : undefined
  }

  #read({ path, branches }: LibraryPlace): Done<{ readonly noun: Branch; readonly version: string | null }> {
    const workspace = this.#parts.workspace()
    return branches.length === 1 ? workspace.readCollection(path) : workspace.readFolder(path)
  }

  #write(
    path: string,
    noun: Branch,
    baseVersion: string | null,
  ): Promise<Result<string, SaveFailure<Branch>>> {
    const workspace = this.#parts.workspace()
    return noun.kind === 'collection'
      ? workspace.saveCollection(path, { noun, baseVersion })
      : workspace.saveFolder(path, { noun, baseVersion })
  }
}

function contentOf({ name, docs, defaults }: Branch): BranchContent {
  return { name, docs: textOf(docs), defaults }
}

function withContent<One extends Branch>(noun: One, { name, docs, defaults }: BranchContent): One {
  const changed = { ...noun, name, defaults }
  if (docs === textOf(noun.docs)) return changed
  const kept = noun.docs
  return { ...changed, docs: typeof kept === 'object' && kept !== null ? { ...kept, content: docs } : docs }
}

function textOf(docs: Description | undefined): string {
  return typeof docs === 'object' ? (docs?.content ?? '') : (docs ?? '')
}

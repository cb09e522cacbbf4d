import { type Collection, type Folder, failed, noRequestDefaults, ok, type Result } from '@parley/model'
import {
  collectionKind,
  environmentKind,
  folderKind,
  itemKind,
  type StoredKind,
} from '../secrets/stored-format.ts'
import type { KnownWorkspace } from '../tree/known-workspace.ts'
import { childPath, nameInPath } from '../tree/workspace-path.ts'
import type { Opened, WorkspaceDocuments } from '../workspace-documents.ts'
import { notFound, type WorkspaceFailure } from '../workspace-failure.ts'

type Done<Value> = Promise<Result<Value, WorkspaceFailure>>

/** An open folder; its version is null if it has no file yet. */
export type OpenedFolder = Omit<Opened<Folder>, 'version'> & { readonly version: string | null }

/** What {@link EntryEdits.edit} changes. */
interface EntryChange {
  readonly name?: string
  readonly sequence?: number | null
}

/** The number of times that another program may change the file first. */
const maximumTries = 20

/** A folder without defaults for its requests. */
export const emptyFolder: Folder = {
  kind: 'folder',
  name: '',
  tags: [],
  defaults: noRequestDefaults,
  items: [],
}
/** A new collection. */
export const emptyCollection: Collection = {
  kind: 'collection',
  name: '',
  summary: '',
  version: '',
  authors: [],
  defaults: { ...noRequestDefaults, auth: { type: 'none' } },
  items: [],
  environments: [],
  protobuf: { protoFilePaths: [], importPaths: [] },
  clientCertificates: [],
  bundled: false,
}

/** Returns an item with another position; null removes it, undefined changes nothing. */
function placed<Item extends { sequence?: number }>(item: Item, sequence: number | null | undefined): Item {
  if (sequence === undefined) return item
  const copy = { ...item }
  delete copy.sequence
  return sequence === null ? copy : { ...copy, sequence }
}

/** Changes one property in the file of an entry and keeps the rest of the file. */
export class EntryEdits {
  readonly #known: KnownWorkspace
  readonly #documents: WorkspaceDocuments

  constructor(known: KnownWorkspace, documents: WorkspaceDocuments) {
    this.#known = known
    this.#documents = documents
  }

  /**
   * Reads a folder. A folder without a `folder.yml` reads as an empty one with the version of a missing file.
   */
  async readFolder(
    path: string,
  ): Promise<Result<Omit<Opened<Folder>, 'version'> & { version: string | null }, WorkspaceFailure>> {
    const read = await this.#documents.read(childPath(path, 'folder.yml'), folderKind)
    if (read.ok || read.failure.code !== 'NOT_FOUND' || this.#known.entry(path)?.kind !== 'folder')
      return read
    const entity = { ...emptyFolder, name: nameInPath(path) }
    const unsaved = { missingSecrets: [], secretVariables: new Map<string, string>(), permissionsOfFile: [] }
    return ok({ entity, version: null, file: null, examples: [], ...unsaved })
  }

  /**
   * Changes the name or the position among the siblings, of which null removes the number. If another program changes the file
   * meanwhile, its change is kept: the file is read again.
   */
  async edit(path: string, change: EntryChange): Done<string> {
    for (let tries = 1; ; tries += 1) {
      const edited = await this.#editOnce(path, change)
      if (edited.ok || edited.failure.code !== 'FILE_CHANGED' || tries === maximumTries) return edited
    }
  }

  async #editOnce(path: string, { sequence, ...change }: EntryChange): Done<string> {
    const entry = this.#known.entry(path)
    const { name } = change
    const withName = name === undefined ? {} : { name }
    switch (entry?.kind) {
      case 'collection':
        return this.#change(childPath(path, 'opencollection.yml'), collectionKind, one => ({
          ...one,
          ...withName,
        }))
      case 'environment':
        return this.#change(path, environmentKind, one => ({ ...one, ...withName }))
      case 'request':
        return this.#change(path, itemKind, one =>
          one.kind === 'scriptFile' ? one : { ...placed(one, sequence), ...change },
        )
      case 'folder': {
        const read = await this.readFolder(path)
        if (!read.ok) return read
        const { entity, version } = read.value
        const input = { entity: { ...placed(entity, sequence), ...change }, baseVersion: version }
        return this.#documents.save(childPath(path, 'folder.yml'), folderKind, input)
      }
      case undefined:
        return failed(notFound(path))
    }
  }

  async #change<Entity>(
    path: string,
    kind: StoredKind<Entity>,
    change: (entity: Entity) => Entity,
  ): Done<string> {
    const read = await this.#documents.read(path, kind)
    if (!read.ok) return read
    return this.#documents.save(path, kind, {
      entity: change(read.value.entity),
      baseVersion: read.value.version,
    })
  }
}

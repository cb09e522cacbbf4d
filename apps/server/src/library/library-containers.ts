import { type Collection, type Description, type Folder, failed, ok, type Result } from '@parley/model'
import type { OpenedFile, SaveFailure, SaveInput, WorkspaceFailure } from '@parley/workspace'
import type { ContainerContent, EditedVariable, OpenedContainer, SavedContainer } from '../contract/index.ts'
import {
  secretNameProblem,
  secretsIn,
  sharedNameProblem,
  typedVariables,
  unnamedProblem,
} from '../variables/checked-variables.ts'
import { containerVersion, withSecretValues } from '../variables/editable-variables.ts'
import type { LibraryParts } from './library-commands.ts'
import { entryNotFound } from './library-failure.ts'
import type { LibraryPlace } from './library-index.ts'
import { savedFile } from './saved-file.ts'

type Container = Collection | Folder
type Done<Value> = Promise<Result<Value, WorkspaceFailure>>

/**
 * Reads and saves the content of collections and folders: name, docs, and what their requests inherit (behaviour
 * 2.5).
 */
export class LibraryContainers {
  readonly #parts: LibraryParts

  constructor(parts: LibraryParts) {
    this.#parts = parts
  }

  async read(id: string): Done<OpenedContainer> {
    const place = this.#containerPlace(id)
    if (place === undefined) return failed(entryNotFound)
    const read = await this.#read(place)
    return read.ok ? ok(opened(read.value, place)) : read
  }

  /** Saves a container if its file still has its base version; `changed`: the file has changed meanwhile. */
  async save(id: string, content: ContainerContent, baseVersion: string | null): Done<SavedContainer> {
    const place = this.#containerPlace(id)
    if (place === undefined) return failed(entryNotFound)
    const edited = typedVariables(content.defaults.variables)
    const variables = edited.map(({ variable }) => variable)
    const fault = unnamedProblem(variables) ?? secretNameProblem(edited) ?? sharedNameProblem(edited)
    if (fault !== null) return failed(fault)
    const read = await this.#read(place)
    if (!read.ok) return read
    const { entity, version } = read.value
    const present = opened(read.value, place)
    if (present.version !== baseVersion) return ok({ state: 'changed', theirs: present })
    const saved = await this.#write(place.path, {
      entity: withContent(entity, { ...content, defaults: { ...content.defaults, variables } }),
      baseVersion: version,
      secretVariables: secretsIn(edited),
    })
    if (!saved.ok) {
      const { theirs, ...failure } = saved.failure
      if (failure.code !== 'FILE_CHANGED' || theirs == null) return failed(failure)
      return ok({ state: 'changed', theirs: opened(theirs, place) })
    }
    // The file or folder is renamed with the displayed name.
    if (entity.name !== content.name) return this.#renamed(id, content.name)
    return ok({ state: 'saved', version: containerVersion(saved.value, edited) })
  }

  async #renamed(id: string, name: string): Done<SavedContainer> {
    const place = this.#containerPlace(id)
    if (place === undefined) return failed(entryNotFound)
    const renamed = await this.#parts.workspace().commands.rename(place.path, name)
    if (!renamed.ok) return renamed
    const now = await this.read(id)
    return now.ok ? ok({ state: 'saved', version: now.value.version ?? '' }) : now
  }

  #containerPlace(id: string): LibraryPlace | undefined {
    const place = this.#parts.index().place(id)
    return place?.containers.at(-1)?.path === place?.path ? place : undefined
  }

  #read({ path, containers }: LibraryPlace): Done<ReadContainer> {
    const workspace = this.#parts.workspace()
    return containers.length === 1 ? workspace.readCollection(path) : workspace.readFolder(path)
  }

  #write(
    path: string,
    { entity, ...input }: SaveInput<Container>,
  ): Promise<Result<string, SaveFailure<Container>>> {
    const workspace = this.#parts.workspace()
    return entity.kind === 'collection'
      ? workspace.saveCollection(path, { entity, ...input })
      : workspace.saveFolder(path, { entity, ...input })
  }
}

interface ReadContainer {
  readonly entity: Container
  readonly version: string | null
  readonly file: OpenedFile | null
  readonly secretVariables: ReadonlyMap<string, string>
}

/**
 * Describes the file of a collection together with its folder, as all collection files have the same name.
 */
function opened(
  { entity, version, file, secretVariables }: ReadContainer,
  { containers }: LibraryPlace,
): OpenedContainer {
  const folder = containers.length === 1 ? '' : (containers[0]?.path ?? '')
  const variables = withSecretValues(entity.defaults.variables, secretVariables)
  return {
    content: contentOf(entity, variables),
    version: containerVersion(version, variables),
    file: savedFile(file, folder),
  }
}

function contentOf(container: Container, variables: readonly EditedVariable[]): ContainerContent {
  const { name, docs, defaults } = container
  const protobuf = container.kind === 'collection' ? { protobuf: container.protobuf } : {}
  return { name, docs: textOf(docs), defaults: { ...defaults, variables }, ...protobuf }
}

function withContent<One extends Container>(
  entity: One,
  { name, docs, defaults, protobuf }: Omit<ContainerContent, 'defaults'> & Pick<Container, 'defaults'>,
): One {
  const isProtobufGiven = entity.kind === 'collection' && protobuf !== undefined
  const changed = { ...entity, name, defaults, ...(isProtobufGiven ? { protobuf } : {}) }
  if (docs === textOf(entity.docs)) return changed
  const kept = entity.docs
  return { ...changed, docs: typeof kept === 'object' && kept !== null ? { ...kept, content: docs } : docs }
}

function textOf(docs: Description | undefined): string {
  return typeof docs === 'object' ? (docs?.content ?? '') : (docs ?? '')
}

import { setImmediate } from 'node:timers/promises'
import type { Collection, Environment, Folder, Item } from '@parley/model'
import type { Damage } from '../documents/damage.ts'
import { writeAnyDocument } from '../documents/long-documents.ts'
import { NewFileNames } from '../file-name-for.ts'
import { permissionFields } from '../secrets/kept-permissions.ts'
import {
  collectionKind,
  environmentKind,
  folderKind,
  itemKind,
  type StoredKind,
  takeSecrets,
} from '../secrets/stored-format.ts'
import { ownFiles } from '../tree/known-folder.ts'
import { childPath } from '../tree/workspace-path.ts'

/** A file of a collection that is not on the disk yet. */
export interface CollectionFile {
  /** Relative to the collection's folder. */
  readonly path: string
  readonly text: string
  /** The values of its secret fields and variables, which no file contains. */
  readonly secrets: ReadonlyMap<string, string>
}

/** An item of a collection that no file can hold. */
export interface LeftOut {
  /** The names of the containing collection and folders, outermost first. */
  readonly names: readonly string[]
  readonly damage: Damage
}

/** The files that {@link collectionFiles} returns. */
export interface CollectionFiles {
  /** The folders of the collection, outer ones first. */
  readonly folders: readonly string[]
  readonly files: readonly CollectionFile[]
  readonly leftOut: readonly LeftOut[]
}

/** The system limits paths to 4,096 bytes, so names in deep folders are shortened. */
const deepFolders = 8
const deepNameBytes = 24

/** The number of files that are made before something else has its turn. */
const filesAtOnce = 10

type Values = ReadonlyMap<string, string>

/** A collection, and the secret values that no file contains. */
export interface CollectionToWrite {
  readonly collection: Collection
  /** The values of the secret variables of each environment, in the order of the environments. */
  readonly secretVariables: readonly Values[]
  /** The values of the secret variables of the collection and its folders; absent: none. */
  readonly containerSecrets?: ReadonlyMap<Collection | Folder, Values>
}

/** Converts a collection to files: one per request, in the order of the list. */
export async function collectionFiles({
  collection,
  secretVariables,
  containerSecrets = new Map(),
}: CollectionToWrite): Promise<CollectionFiles> {
  const writing = new CollectionWriting(containerSecrets)
  const { items, environments, name } = collection
  const own = { ...collection, items: [], environments: [], bundled: false }
  await writing.add('opencollection.yml', collectionKind, own, [], containerSecrets.get(collection))
  await writing.addEnvironments(environments, secretVariables)
  await writing.addItems(items, '', [name])
  return writing
}

class CollectionWriting implements CollectionFiles {
  readonly folders: string[] = []
  readonly files: CollectionFile[] = []
  readonly leftOut: LeftOut[] = []
  readonly #containerSecrets: ReadonlyMap<Collection | Folder, Values>
  #count = 0

  constructor(containerSecrets: ReadonlyMap<Collection | Folder, Values>) {
    this.#containerSecrets = containerSecrets
  }

  async add<Entity>(
    path: string,
    kind: StoredKind<Entity>,
    entity: Entity,
    names: readonly string[] = [],
    variables: Values = new Map(),
  ): Promise<void> {
    this.#count += 1
    // Each takes about a millisecond, so that nothing else would run for all of a large collection.
    if (this.#count % filesAtOnce === 0) await setImmediate()
    const without = takeSecrets(entity, kind)
    const text = await writeAnyDocument(
      { entity: without.entity, secretFields: without.secretFields },
      kind.format,
      null,
    )
    if (!text.ok) {
      this.leftOut.push({ names, damage: text.failure })
      return
    }
    const secrets = [...variables].map(([name, value]) => [`variables.${name}`, value] as const)
    const permissions = permissionFields(kind.variables?.of(entity) ?? [], new Set(variables.keys()), '')
    this.files.push({
      path,
      text: text.value,
      secrets: new Map([...without.values, ...secrets, ...permissions]),
    })
  }

  async addEnvironments(
    environments: readonly Environment[],
    secretVariables: readonly Values[],
  ): Promise<void> {
    if (environments.length > 0) this.folders.push('environments')
    const fileNames = new NewFileNames([])
    for (const [index, environment] of environments.entries()) {
      const path = childPath('environments', fileNames.give(environment.name, '.yml'))
      await this.add(path, environmentKind, environment, [environment.name], secretVariables[index])
    }
  }

  async addItems(items: readonly Item[], folder: string, names: readonly string[]): Promise<void> {
    const fileNames = new NewFileNames([...ownFiles, 'environments', 'node_modules'])
    const depth = folder === '' ? 0 : folder.split('/').length
    const limit = depth < deepFolders ? undefined : deepNameBytes
    let sequence = 0
    for (const item of items) {
      if (item.kind === 'folder') {
        const path = childPath(folder, fileNames.give(item.name, '', limit))
        const secrets = this.#containerSecrets.get(item)
        await this.#addFolder({ ...item, sequence: ++sequence }, path, [...names, item.name], secrets)
        continue
      }
      const name = 'name' in item ? item.name : 'script'
      const path = childPath(folder, fileNames.give(name, '.yml', limit))
      const placed = item.kind === 'scriptFile' ? item : { ...item, sequence: ++sequence }
      await this.add(path, itemKind, placed, [...names, name])
    }
  }

  async #addFolder(
    folder: Folder,
    path: string,
    names: readonly string[],
    secrets: Values | undefined,
  ): Promise<void> {
    this.folders.push(path)
    await this.add(childPath(path, 'folder.yml'), folderKind, { ...folder, items: [] }, names, secrets)
    await this.addItems(folder.items, path, names)
  }
}

import {
  type Collection,
  type Environment,
  type Folder,
  type Item,
  maximumFolderDepth,
  ok,
  type ReadProblem,
  type Result,
  readCollection,
  readEnvironment,
  readFolder,
  readItem,
  sharesOneOrder,
} from '@parley/model'
import { decodeText } from '../decode-text.ts'
import type { FolderFile } from '../folder-file.ts'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import { type JsonValue, member, textMember } from '../json-value.ts'
import { newCollection, newFolder } from '../new-entities.ts'
import { parseYaml } from '../yaml-value.ts'
import { logCollection, logMissingSecrets } from './log-collection.ts'
import { readLeniently } from './read-leniently.ts'

interface InsideFile {
  readonly parts: readonly string[]
  readonly bytes: Uint8Array
}

/**
 * Imports a folder with an `opencollection.yml`, one file per request, as one collection. Paths are relative
 * to the folder.
 */
export function importOpenCollectionFolder(
  files: readonly FolderFile[],
  log = new ImportLog(),
): ImportResult {
  const inside = files.map(file => ({ parts: file.path.split('/'), bytes: file.bytes }))
  const reading = new FolderReading(inside, log)
  return reading.imported()
}

class FolderReading {
  readonly #log: ImportLog
  readonly #files: readonly InsideFile[]

  constructor(files: readonly InsideFile[], log: ImportLog) {
    this.#files = files
    this.#log = log
  }

  imported(): ImportResult {
    const ownFile = this.#files.find(file => file.parts.length === 1 && isNamed(file, 'opencollection'))
    const value = (ownFile === undefined ? null : parsed(ownFile)) ?? null
    const name = textMember(member(value, 'info'), 'name')
    // The other files of a collection are intact even if its own file is invalid.
    const own =
      this.#log.within(name, () => readLeniently(value, readCollection, this.#log)) ?? newCollection(name, {})
    const inside = this.#files.filter(file => file !== ownFile && /\.ya?ml$/.test(file.parts.at(-1) ?? ''))
    const isEnvironment = (file: InsideFile) => file.parts[0] === 'environments' && file.parts.length === 2
    const collection = this.#log.within(
      own.name,
      (): Collection => ({
        ...own,
        bundled: false,
        environments: [
          ...own.environments,
          ...inside.filter(isEnvironment).flatMap(file => this.#environment(file)),
        ],
        items: [
          ...own.items,
          ...this.#items(
            inside.filter(file => !isEnvironment(file)),
            0,
          ),
        ],
      }),
    )
    logCollection(collection, value, this.#log)
    return ok(this.#log.imported({ collections: [collection] }))
  }

  #environment(file: InsideFile): readonly Environment[] {
    const read = this.#read(file, readEnvironment)
    return read === null ? [] : [read]
  }

  #items(files: readonly InsideFile[], depth: number): readonly Item[] {
    const names = new Set(files.flatMap(file => (file.parts.length > depth + 1 ? [file.parts[depth]] : [])))
    const folders = [...names].sort().flatMap(name => {
      const below = files.filter(file => file.parts.length > depth + 1 && file.parts[depth] === name)
      return depth + 1 >= maximumFolderDepth
        ? this.#items(below, depth + 1)
        : [this.#folder(name ?? '', below, depth + 1)]
    })
    const requests = files
      .filter(
        file => file.parts.length === depth + 1 && !isNamed(file, 'folder') && !isNamed(file, 'workspace'),
      )
      .flatMap(file => {
        const item = this.#read(file, readItem)
        return item === null ? [] : [item]
      })
    const isShared = sharesOneOrder(folders.map(sequenceOf), requests.map(sequenceOf))
    return isShared
      ? [...folders, ...requests].sort(bySequence)
      : [...folders.sort(bySequence), ...requests.sort(bySequence)]
  }

  #folder(directory: string, files: readonly InsideFile[], depth: number): Folder {
    const own = files.find(file => file.parts.length === depth + 1 && isNamed(file, 'folder'))
    const read = own === undefined ? null : this.#read(own, readFolder)
    const folder = read ?? newFolder(directory, {})
    return this.#log.within(folder.name || directory, () => ({
      ...folder,
      name: folder.name || directory,
      items: [...folder.items, ...this.#items(files, depth)],
    }))
  }

  /** Reads one file; an invalid file is reported and skipped. */
  #read<Entity>(
    file: InsideFile,
    read: (value: unknown) => Result<Entity, readonly ReadProblem[]>,
  ): Entity | null {
    const value = parsed(file) ?? null
    const entity = this.#log.within(file.parts.at(-1) ?? '', () => readLeniently(value, read, this.#log))
    if (entity !== null) {
      logMissingSecrets(value, this.#log)
      return entity
    }
    this.#log.loss('NOT_READ', file.parts.join('/'))
    return null
  }
}

function parsed({ bytes }: InsideFile): JsonValue | undefined {
  const result = parseYaml(decodeText(bytes))
  return result.ok ? result.value : undefined
}

function isNamed(file: InsideFile, base: string): boolean {
  const name = file.parts.at(-1)
  return name === `${base}.yml` || name === `${base}.yaml`
}

function bySequence(left: Item, right: Item): number {
  const last = Number.MAX_SAFE_INTEGER
  return (sequenceOf(left) ?? last) - (sequenceOf(right) ?? last)
}

function sequenceOf(item: Item): number | undefined {
  return 'sequence' in item ? item.sequence : undefined
}

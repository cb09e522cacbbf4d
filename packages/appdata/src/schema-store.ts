import { join } from 'node:path'
import type { SchemaFormat } from '@parley/engine'
import { type FileSystem, nodeFiles, privateFiles, writeFileAtomically } from '@parley/files'

/** A stored schema without its text. */
export interface StoredSchema {
  readonly format: SchemaFormat
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number
  readonly sizeBytes: number
}

/** How much is stored; the oldest schemas are removed first. */
export interface SchemaLimits {
  readonly schemas: number
  readonly bytes: number
}

interface Entry extends StoredSchema {
  readonly key: string
  readonly path: string
}

/** The folder of the schemas in the app data. */
export const schemasFolderName = 'schemas'

const defaultLimits: SchemaLimits = { schemas: 50, bytes: 100_000_000 }

const formats = ['introspection', 'sdl', 'descriptorSet'] as const satisfies readonly SchemaFormat[]

/** `KEY.TIME.FORMAT`, so that the names alone are the index. */
const fileName = /^([0-9a-f]{64})\.(\d{1,15})\.(introspection|sdl|descriptorSet)$/

/** Schemas of GraphQL and gRPC servers, each a file in `schemas` of the app data. They can be fetched again at any time. */
export class SchemaStore {
  readonly #folder: string
  readonly #files: FileSystem
  readonly #limits: SchemaLimits

  constructor(appDataFolder: string, files: FileSystem = nodeFiles, limits: SchemaLimits = defaultLimits) {
    this.#folder = join(appDataFolder, schemasFolderName)
    this.#files = privateFiles(files)
    this.#limits = limits
  }

  /** Returns what is stored under a key (64 hexadecimal digits); null if there is nothing. */
  async find(key: string): Promise<StoredSchema | null> {
    return (await this.#entries()).find(entry => entry.key === key) ?? null
  }

  /** Returns the text of a schema in UTF-8; null if there is none. */
  async read(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const entry = (await this.#entries()).find(one => one.key === key)
    // It may have been removed in between.
    return entry === undefined ? null : this.#files.read(entry.path).catch(() => null)
  }

  /** Replaces the schema of a key, and removes the oldest ones until the rest is within the limits. */
  async write(
    key: string,
    { format, fetchedAt, content }: Pick<StoredSchema, 'format' | 'fetchedAt'> & { content: Uint8Array },
  ): Promise<void> {
    await this.#files.makeFolder(this.#folder)
    const path = join(this.#folder, `${key}.${fetchedAt}.${format}`)
    await writeFileAtomically(this.#files, path, content)
    const entries = await this.#entries()
    let [count, bytes] = [0, 0]
    for (const entry of entries) {
      const isReplaced = entry.key === key && entry.path !== path
      if (!isReplaced) {
        count += 1
        bytes += entry.sizeBytes
      }
      const isOver = count > this.#limits.schemas || bytes > this.#limits.bytes
      if (isReplaced || (isOver && entry.path !== path)) await this.#files.removeFile(entry.path)
    }
  }

  /** Returns all schemas, newest first. */
  async #entries(): Promise<readonly Entry[]> {
    const listed = await this.#files.list(this.#folder).catch(() => [])
    const found = listed.flatMap(({ name }) => {
      const [, key = '', time = '', format = ''] = fileName.exec(name) ?? []
      const fetchedAt = Number(time)
      return key === '' ? [] : [{ key, fetchedAt, format, path: join(this.#folder, name) }]
    })
    const infos = await this.#files.linkInfos(found.map(({ path }) => path))
    return found
      .map(({ format, ...one }, at) => ({
        ...one,
        format: formats.find(known => known === format) ?? 'introspection',
        sizeBytes: infos[at]?.sizeBytes ?? 0,
      }))
      .sort((a, b) => b.fetchedAt - a.fetchedAt)
  }
}

import { createHash } from 'node:crypto'
import { extname, join, relative } from 'node:path'
import type { SchemaStore } from '@parley/appdata'
import { longestSchemaBytes } from '@parley/engine'
import { errorCodeOf, type FileInfo, type FilePlace, nodeFiles, pathInPlace } from '@parley/files'
import { type MisplacedPath, placeAgain } from '@parley/model'
import type {
  FileSchema,
  SchemaFileKind,
  SchemaFileList,
  SchemaProblem,
  ShownSchema,
} from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { locateFile, misplacedIn } from './locate-file.ts'
import { schemaFormatOf } from './schema-format-of.ts'

export interface SchemaFilesOptions {
  readonly store: SchemaStore
  readonly windows: Pick<WindowEvents, 'publish' | 'onWindowLost'>
  /** Returns where the files are that a request in an entry names. */
  readonly placeOf: (parentId: string | null) => FilePlace
  /** How often a file is looked at; a second by default. */
  readonly intervalMs?: number
}

/** A schema file, as a request names it. */
export interface NamedSchemaFile {
  readonly path: string
  /** The collection or folder of the request; null: it is in none. */
  readonly parentId: string | null
}

/** A file that a window follows. */
interface Followed {
  readonly file: NamedSchemaFile
  /** What was last seen of it. */
  version: string
}

const extensions: ReadonlySet<string> = new Set(['.graphql', '.graphqls', '.gql', '.sdl'])
const descriptorSets: ReadonlySet<string> = new Set(['.binpb', '.protoset', '.desc', '.pb', '.fds'])
const longestList = 500
/** A folder with more entries is not searched to its end. */
const mostVisited = 5_000

/**
 * Schema files of the workspace: which there are, and the ones that windows follow. A file is looked at every second,
 * because watches miss changes on network disks and files that are replaced. Only files whose real path is below the
 * folder are read; what is read stays in the app data, so that a file that is deleted leaves its last schema. Whether a text
 * is a schema is known to the page, which says which one is kept apart while the file is damaged.
 */
export class SchemaFiles {
  readonly #options: SchemaFilesOptions
  readonly #followed = new Map<string, Followed>()
  #timer: NodeJS.Timeout | null = null
  #isLooking = false
  /** One read or write of a stored schema at a time, so that an older text never replaces a newer one. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: SchemaFilesOptions) {
    this.#options = options
    options.windows.onWindowLost(windowId => this.#unfollow(windowId))
  }

  /**
   * Lists the files that may be schemas for a request, in the order of their paths.
   * @param parentId - the collection or folder of the request
   */
  async list(kind: SchemaFileKind, parentId: string | null): Promise<SchemaFileList> {
    const { start } = this.#options.placeOf(parentId)
    const isListed = listedFiles[kind]
    const paths: string[] = []
    const waiting = ['']
    let visited = 0
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
      for (const { name, kind: entry } of await nodeFiles.list(join(start, folder)).catch(() => [])) {
        visited += 1
        if (visited > mostVisited || paths.length >= longestList)
          return { paths: paths.toSorted(), isWhole: false }
        if (name.startsWith('.') || name === 'node_modules') continue
        const path = folder === '' ? name : `${folder}/${name}`
        if (entry === 'folder') waiting.push(path)
        else if (entry === 'file' && isListed(name)) paths.push(path)
      }
    }
    return { paths: paths.toSorted(), isWhole: true }
  }

  /** Reads a file, and notifies the window of its changes from now on, in place of those of another one. */
  async follow(windowId: string, file: NamedSchemaFile): Promise<FileSchema> {
    const followed: Followed = { file, version: '' }
    this.#followed.set(windowId, followed)
    this.#timer ??= setInterval(() => void this.#look(), this.#options.intervalMs ?? 1000).unref()
    const { version, schema } = await this.#inTurn(() => this.#read(file))
    followed.version = version
    return schema
  }

  /**
   * Keeps the schema that was read of a file apart, because a page could use it.
   * @param fetchedAt - of the schema; one that was replaced meanwhile is not kept
   */
  async keepUsable(file: NamedSchemaFile, fetchedAt: number): Promise<void> {
    return this.#inTurn(() => this.#keepUsable(file, fetchedAt))
  }

  async #keepUsable(file: NamedSchemaFile, fetchedAt: number): Promise<void> {
    const { store } = this.#options
    const [from, to] = [this.#keyOf(file), this.#usableKeyOf(file)]
    const [stored, kept, content] = [await store.find(from), await store.find(to), await store.read(from)]
    if (content === null || stored?.fetchedAt !== fetchedAt || kept?.fetchedAt === fetchedAt) return
    await store.write(to, { format: stored.format, fetchedAt, content })
  }

  /** Notifies the window of no more changes. */
  unfollow(windowId: string): void {
    this.#unfollow(windowId)
  }

  close(): void {
    for (const windowId of this.#followed.keys()) this.#unfollow(windowId)
  }

  #unfollow(windowId: string): void {
    this.#followed.delete(windowId)
    if (this.#followed.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      for (const [windowId, followed] of this.#followed) {
        const found = await this.#locate(followed.file)
        const version = 'problem' in found ? found.problem.code : versionOf(found.info)
        if (followed.version === version || followed.version === '') continue
        const read = await this.#inTurn(() => this.#read(followed.file))
        if (this.#followed.get(windowId) !== followed) continue
        followed.version = read.version
        this.#options.windows.publish(windowId, { type: 'schemaFile', ...followed.file, ...read.schema })
      }
    } catch (error) {
      logFault('following a schema file', error)
    } finally {
      this.#isLooking = false
    }
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  async #read(file: NamedSchemaFile): Promise<{ readonly version: string; readonly schema: FileSchema }> {
    const found = await this.#locate(file)
    const key = this.#keyOf(file)
    if ('problem' in found)
      return { version: found.problem.code, schema: await this.#last(file, found.problem) }
    const { info, real } = found
    const version = versionOf(info)
    try {
      const content = await nodeFiles.read(real)
      const format = schemaFormatOf(content)
      const stored = await this.#options.store.find(key)
      const isKnown = stored?.sizeBytes === content.byteLength && (await this.#hasContent(key, content))
      // A newer schema of a key has a later time, whatever the clock of the disk says.
      const fetchedAt = isKnown
        ? stored.fetchedAt
        : Math.max(Math.round(info.modifiedMs), (stored?.fetchedAt ?? 0) + 1)
      if (!isKnown) await this.#options.store.write(key, { format, fetchedAt, content })
      const lastUsable = await this.#lastUsable(file, fetchedAt)
      return { version, schema: { schema: { key, format, fetchedAt }, lastUsable, problem: null } }
    } catch (error) {
      return { version, schema: await this.#last(file, unreadable(file.path, errorCodeOf(error))) }
    }
  }

  async #hasContent(key: string, content: Uint8Array): Promise<boolean> {
    const stored = await this.#options.store.read(key)
    return stored !== null && Buffer.compare(stored, content) === 0
  }

  /** Returns the schema that the file had, with what is wrong with the file. */
  async #last(file: NamedSchemaFile, problem: SchemaProblem): Promise<FileSchema> {
    const schema = await this.#stored(this.#keyOf(file))
    return { schema, lastUsable: await this.#lastUsable(file, schema?.fetchedAt), problem }
  }

  async #lastUsable(file: NamedSchemaFile, fetchedAt: number | undefined): Promise<ShownSchema | null> {
    const kept = await this.#stored(this.#usableKeyOf(file))
    return kept?.fetchedAt === fetchedAt ? null : kept
  }

  async #stored(key: string): Promise<ShownSchema | null> {
    const stored = await this.#options.store.find(key)
    return stored && { key, format: stored.format, fetchedAt: stored.fetchedAt }
  }

  async #locate({
    path,
    parentId,
  }: NamedSchemaFile): Promise<
    { readonly info: FileInfo; readonly real: string } | { readonly problem: SchemaProblem }
  > {
    const place = this.#options.placeOf(parentId)
    const located = await locateFile(place, path)
    if (located.ok)
      return located.value.info.sizeBytes > longestSchemaBytes ? { problem: tooLarge(path) } : located.value
    const { reason } = located.failure
    if (reason === 'outside') return { problem: outside(path) }
    if (reason === 'missing') return { problem: missing(path, await misplacedIn(place, path)) }
    return { problem: unreadable(path, located.failure.code) }
  }

  #keyOf(file: NamedSchemaFile): string {
    return this.#digest('file', file)
  }

  #usableKeyOf(file: NamedSchemaFile): string {
    return this.#digest('usable file', file)
  }

  /** Collections may name the same file by different paths, and different files by the same one. */
  #digest(purpose: string, { path, parentId }: NamedSchemaFile): string {
    const place = this.#options.placeOf(parentId)
    const identity = [purpose, place.root, relative(place.root, pathInPlace(place, path))]
    return createHash('sha256').update(JSON.stringify(identity)).digest('hex')
  }
}

/** JSON files are many; those with schemas say so in their names. */
function mayBeSchema(name: string): boolean {
  const extension = extname(name).toLowerCase()
  return extensions.has(extension) || (extension === '.json' && /schema|introspection|graphql/i.test(name))
}

/** Which names the files of each kind have. */
const listedFiles: Readonly<Record<SchemaFileKind, (name: string) => boolean>> = {
  graphql: mayBeSchema,
  proto: name => extname(name).toLowerCase() === '.proto',
  descriptorSet: name => descriptorSets.has(extname(name).toLowerCase()),
}

function versionOf({ identity, modifiedMs, sizeBytes }: FileInfo): string {
  return `${identity} ${modifiedMs} ${sizeBytes}`
}

const useAnother = 'Choose another schema file, or use introspection.'

function missing(path: string, misplaced: MisplacedPath | null): SchemaProblem {
  const sentence = `The schema file ${path} was not found.`
  const nextStep =
    misplaced === null ? `Restore it, and it loads again automatically. ${useAnother}` : placeAgain(misplaced)
  return { code: 'SCHEMA_FILE_MISSING', sentence, nextStep, answer: null }
}

function outside(path: string): SchemaProblem {
  const sentence = `The schema file ${path} is outside the workspace, or its name begins with a dot.`
  return { code: 'SCHEMA_FILE_OUTSIDE', sentence, nextStep: 'Select it with Use a file.', answer: null }
}

function unreadable(path: string, reason: string): SchemaProblem {
  const sentence = `The schema file ${path} cannot be read (${reason}).`
  return {
    code: 'SCHEMA_FILE_NOT_READ',
    sentence,
    nextStep: `Check its permissions. ${useAnother}`,
    answer: null,
  }
}

function tooLarge(path: string): SchemaProblem {
  const sentence = `The schema file ${path} is larger than 64 MB.`
  return { code: 'SCHEMA_FILE_TOO_LARGE', sentence, nextStep: useAnother, answer: null }
}

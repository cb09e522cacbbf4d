import { type Environment, failed, type Item, ok, type RequestDefaults } from '@parley/model'
import { untickReplacedHeaders } from '../after-reading/untick-replaced-headers.ts'
import { decodeText } from '../decode-text.ts'
import type { FolderFile } from '../folder-file.ts'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import { parseJson, textMember } from '../json-value.ts'
import { newCollection, newDefaults, newEnvironment, newFolder, newSecretVariable } from '../new-entities.ts'
import { isProtoFile } from '../proto-files.ts'
import { readBruBlocks } from './bru-blocks.ts'
import { bruDefaults, protobufOf } from './bru-containers.ts'
import { BruFile } from './bru-file.ts'
import { bruRequest, isBruRequest } from './bru-request.ts'
import { type BrunoEntry, inBrunoOrder } from './bruno-order.ts'

/**
 * Imports a folder of `.bru` files as one collection. Other files, such as `.env`, are never read (behaviour 4.8).
 */
export function importBruno(files: readonly FolderFile[], log = new ImportLog()): ImportResult {
  const root = rootOf(files)
  const inside = files.flatMap(file =>
    file.path.startsWith(root) ? [{ parts: file.path.slice(root.length).split('/'), bytes: file.bytes }] : [],
  )
  const reading = new BrunoReading(inside, log)
  return reading.isEmpty ? failed({ code: 'EMPTY', subject: '' }) : ok(reading.imported())
}

/** Returns the folder of `bruno.json` or `collection.bru`, otherwise the folder that was picked. */
function rootOf(files: readonly FolderFile[]): string {
  const marks = files
    .map(file => file.path)
    .filter(path => /(?:^|\/)(?:bruno\.json|collection\.bru)$/.test(path))
  const [shortest] = marks.sort((left, right) => left.length - right.length)
  return shortest === undefined ? '' : shortest.slice(0, shortest.lastIndexOf('/') + 1)
}

interface InsideFile {
  readonly parts: readonly string[]
  readonly bytes: Uint8Array
}

class BrunoReading {
  readonly #log: ImportLog
  readonly #files: readonly InsideFile[]

  constructor(files: readonly InsideFile[], log: ImportLog) {
    this.#files = files
    this.#log = log
  }

  get isEmpty(): boolean {
    return !this.#files.some(file => file.parts.at(-1)?.endsWith('.bru'))
  }

  imported() {
    const settings = this.#files.find(file => file.parts.length === 1 && file.parts[0] === 'bruno.json')
    const parsed = settings === undefined ? null : parseJson(decodeText(settings.bytes))
    const name = parsed?.ok ? textMember(parsed.value, 'name') : ''
    const own = this.#file('collection.bru', this.#files)
    const bruFiles = this.#files.filter(file => file.parts.at(-1)?.endsWith('.bru'))
    const isEnvironment = (file: InsideFile) => file.parts[0] === 'environments'
    this.#log.count('collections')
    for (const { parts } of this.#files)
      if (!isRead(parts)) this.#log.within(name, () => this.#log.loss('NOT_READ', parts.join('/')))
    const docs = own?.text('docs') ?? ''
    const collection = this.#log.within(name, () =>
      newCollection(name, {
        ...(docs === '' ? {} : { docs }),
        defaults: this.#defaults(own),
        protobuf: protobufOf(parsed?.ok ? parsed.value : {}),
        environments: bruFiles.filter(isEnvironment).map(file => this.#environment(file)),
        items: this.#items(
          bruFiles.filter(file => !isEnvironment(file)),
          0,
        ),
      }),
    )
    const unticked = this.#log.within(name, () => untickReplacedHeaders(collection, this.#log))
    return this.#log.imported({ collections: [unticked] })
  }

  #file(name: string, files: readonly InsideFile[], depth = 0): BruFile | null {
    const found = files.find(file => file.parts.length === depth + 1 && file.parts[depth] === name)
    return found === undefined ? null : new BruFile(readBruBlocks(decodeText(found.bytes)))
  }

  #defaults(file: BruFile | null): RequestDefaults {
    return file === null ? newDefaults({}) : bruDefaults(file, this.#log)
  }

  #environment({ parts, bytes }: InsideFile): Environment {
    const file = new BruFile(readBruBlocks(decodeText(bytes)))
    const name = (parts.at(-1) ?? '').replace(/\.bru$/, '')
    const secrets = (file.block('vars:secret')?.entries ?? []).map(entry =>
      newSecretVariable(entry.replace(/^~/, ''), !entry.startsWith('~')),
    )
    const variables = [...file.variables('vars'), ...secrets]
    this.#log.count('environments')
    this.#log.count('variables', variables.length)
    this.#log.within(name, () => {
      for (const one of secrets) this.#log.secret(one.name, '')
    })
    return newEnvironment(name, variables)
  }

  #items(files: readonly InsideFile[], depth: number): readonly Item[] {
    const folders = [
      ...new Set(files.flatMap(file => (file.parts.length > depth + 1 ? [file.parts[depth] ?? ''] : []))),
    ]
    const requests = files.filter(file => file.parts.length === depth + 1)
    const inner = folders.map(name =>
      this.#folder(
        name,
        files.filter(file => file.parts.length > depth + 1 && file.parts[depth] === name),
        depth + 1,
      ),
    )
    return inBrunoOrder(
      inner,
      requests.flatMap(file => this.#request(file)),
    )
  }

  #folder(directory: string, files: readonly InsideFile[], depth: number): BrunoEntry {
    const own = this.#file('folder.bru', files, depth)
    const meta = own?.field('meta')
    const seq = Number(meta?.('seq') || Number.NaN)
    const docs = own?.text('docs') ?? ''
    const name = meta?.('name') || directory
    this.#log.count('folders')
    const item = this.#log.within(name, () =>
      newFolder(name, {
        ...(docs === '' ? {} : { docs }),
        defaults: this.#defaults(own),
        items: this.#items(files, depth),
      }),
    )
    return { sortName: directory, seq, item }
  }

  #request({ parts, bytes }: InsideFile): readonly BrunoEntry[] {
    const fileName = parts.at(-1) ?? ''
    if (fileName === 'folder.bru' || fileName === 'collection.bru') return []
    const name = fileName.replace(/\.bru$/, '')
    const file = new BruFile(readBruBlocks(decodeText(bytes)))
    return this.#log.within(name, () => {
      if (isBruRequest(file)) {
        const item = bruRequest(file, name, this.#log)
        return [{ sortName: fileName, seq: item.sequence ?? Number.NaN, item }]
      }
      this.#log.loss('NOT_READ', fileName)
      return []
    })
  }
}

/** Returns whether a file of the folder belongs to the collection. */
function isRead(parts: readonly string[]): boolean {
  const name = parts.at(-1) ?? ''
  return name.endsWith('.bru') || isProtoFile(name) || (parts.length === 1 && parts[0] === 'bruno.json')
}

import { decodeText } from '../decode-text.ts'
import type { FolderFile } from '../folder-file.ts'
import { entriesOf, isObject, type JsonValue, parseJson } from '../json-value.ts'
import { parseYaml } from '../yaml-value.ts'
import { isOpenApi } from './import-openapi.ts'

/** A document that contains its references, and the files that were included. */
export interface BundledDocument {
  readonly bytes: Uint8Array
  readonly usedPaths: readonly string[]
}

/** The member of the document that contains the included files. */
const member = 'x-parley-documents'

/**
 * Returns an OpenAPI document together with the files of its folder or archive that it references, as one
 * document, so that later versions can be compared without those files. Returns null if it references none.
 * Files outside of the folder, and addresses, are never looked up (attacks IM8).
 */
export function bundleReferences(
  file: FolderFile,
  files: ReadonlyMap<string, FolderFile>,
): BundledDocument | null {
  const text = decodeText(file.bytes)
  if (!text.includes('$ref') || !/["']?(?:openapi|swagger)["']?\s*:/.test(text)) return null
  const document = parsed(text)
  if (!isObject(document) || !isOpenApi(document)) return null
  const bundling = new Bundling(file.path, files)
  const own = bundling.bundled(document)
  const { taken } = bundling
  if (taken.size === 0 || !isObject(own)) return null
  const bundle = { ...own, [member]: Object.fromEntries(taken) }
  return { bytes: new TextEncoder().encode(JSON.stringify(bundle)), usedPaths: [...taken.keys()] }
}

class Bundling {
  readonly #mainPath: string
  readonly #files: ReadonlyMap<string, FolderFile>
  readonly taken = new Map<string, JsonValue>()
  /** Included files that still have to be searched; chains of references may be long. */
  readonly #waiting: (readonly [path: string, value: JsonValue])[] = []

  constructor(mainPath: string, files: ReadonlyMap<string, FolderFile>) {
    this.#mainPath = mainPath
    this.#files = files
  }

  /** Returns the document with all its references included. */
  bundled(document: JsonValue): JsonValue {
    const own = this.#rewritten(document, this.#mainPath)
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const [path, value] = next
      this.taken.set(path, this.#rewritten(value, path))
    }
    return own
  }

  /** Returns a value of a file with its references changed to point into the bundle. */
  #rewritten(value: JsonValue, path: string): JsonValue {
    if (Array.isArray(value)) return value.map((one: JsonValue) => this.#rewritten(one, path))
    if (!isObject(value)) return value
    return Object.fromEntries(
      entriesOf(value).map(([name, one]) => [
        name,
        name === '$ref' && typeof one === 'string' ? this.#reference(one, path) : this.#rewritten(one, path),
      ]),
    )
  }

  #reference(reference: string, path: string): string {
    const [address = '', pointer = ''] = reference.split('#', 2)
    const target = address === '' ? path : pathOf(address, path)
    if (target === this.#mainPath) return `#${pointer}`
    if (target === null || !this.#take(target)) return reference
    const name = encodeURIComponent(target.replaceAll('~', '~0').replaceAll('/', '~1'))
    return `#/${member}/${name}${pointer}`
  }

  /** Includes a file; returns false if it is missing or unreadable. */
  #take(path: string): boolean {
    if (this.taken.has(path)) return true
    const file = this.#files.get(path)
    const value = file === undefined ? null : parsed(decodeText(file.bytes))
    if (value === null || typeof value !== 'object') return false
    this.taken.set(path, null)
    this.#waiting.push([path, value])
    return true
  }
}

/**
 * Returns the path in the folder for a relative address; null for any other address, and for paths outside
 * the folder.
 */
function pathOf(address: string, from: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]|[?\\]/i.test(address)) return null
  const parts = from.split('/').slice(0, -1)
  for (const part of decoded(address).split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

function parsed(text: string): JsonValue {
  const value = /^\ufeff?\s*[[{]/.test(text) ? parseJson(text) : parseYaml(text)
  return value.ok ? value.value : null
}

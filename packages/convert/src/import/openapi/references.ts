import { pathOfAddress } from '../folder-file.ts'
import type { ImportLog } from '../import-log.ts'
import {
  entriesOf,
  isObject,
  type JsonObject,
  type JsonValue,
  listOf,
  maximumDepth,
  member,
  textMember,
} from '../json-value.ts'

/** The member of a document that contains the files that it references, and its own path. */
export const bundleMember = 'x-parley-files'

/** The maximum number of references in a chain. */
const maximumSteps = 50

/** The maximum number of values that references add to one example. */
const maximumAddedValues = 20_000

/** An object that refers to another value, and the two parts of its reference. */
interface Reference {
  readonly holder: JsonObject
  readonly address: string
  readonly pointer: string
}

/** Finds the references in a value, at any depth. */
export function referencesIn(value: JsonValue): readonly Reference[] {
  const found: Reference[] = []
  const search = (one: JsonValue): void => {
    if (Array.isArray(one)) listOf(one).forEach(search)
    if (!isObject(one)) return
    const own = member(one, '$ref')
    if (typeof own === 'string') found.push({ holder: one, ...partsOf(own) })
    for (const [, inner] of entriesOf(one)) search(inner)
  }
  search(value)
  return found
}

function partsOf(reference: string): { readonly address: string; readonly pointer: string } {
  const [address = '', pointer = ''] = reference.split('#', 2)
  return { address, pointer }
}

/**
 * Resolves the references of one document, and of the files that were bundled with it. References to other documents are
 * never fetched (attacks IM8).
 */
export class References {
  readonly #document: JsonValue
  readonly #log: ImportLog
  readonly #reported = new Set<string>()
  readonly #files: ReadonlyMap<string, JsonValue>
  readonly #mainPath: string
  /** The paths of the files in which the references are; those that are not here are in the document itself. */
  readonly #homes = new Map<JsonValue, string>()
  /** What references led to, by home and reference, as most are followed many times. */
  readonly #found = new Map<string, JsonValue>()

  constructor(document: JsonValue, log: ImportLog) {
    this.#document = document
    this.#log = log
    const bundle = member(document, bundleMember)
    this.#mainPath = textMember(bundle, 'main')
    this.#files = new Map(entriesOf(member(bundle, 'files')))
    for (const [path, file] of this.#files)
      for (const { holder } of referencesIn(file)) this.#homes.set(holder, path)
  }

  /** The version of the document. */
  get version(): string {
    return textMember(this.#document, 'openapi', 'swagger')
  }

  /** Returns the referenced value; undefined if the reference is invalid. */
  resolve(value: JsonValue | undefined): JsonValue | undefined {
    let found = value
    for (let step = 0; step < maximumSteps; step += 1) {
      const reference = textMember(found, '$ref')
      if (found === undefined || reference === '') return found
      found = this.#at(reference, this.#homes.get(found) ?? this.#mainPath)
    }
    this.reportEndless(value)
    return undefined
  }

  /** Reports a reference that leads back to itself. */
  reportEndless(value: JsonValue | undefined): void {
    this.#report('REFERENCE_NOT_FOUND', textMember(value, '$ref'))
  }

  /**
   * Returns an example with the values that it refers to in place of the references. One that refers to nothing known is data
   * like any other: it stays as it is written, and the report names it.
   */
  exampleOf(value: JsonValue): JsonValue {
    return referencesIn(value).length === 0 ? value : new ExampleResolving(this).resolved(value, 0)
  }

  #at(reference: string, home: string): JsonValue | undefined {
    const place = `${home}#${reference}`
    const known = this.#found.get(place)
    if (known !== undefined) return known
    const { address, pointer } = partsOf(reference)
    const path = address === '' ? home : this.#pathOf(address, home)
    const document = path === this.#mainPath ? this.#document : this.#files.get(path ?? '')
    if (document === undefined) {
      this.#report('REFERENCE_NOT_FETCHED', reference)
      return undefined
    }
    const value = valueAt(document, pointer)
    if (value === undefined) this.#report('REFERENCE_NOT_FOUND', reference)
    else this.#found.set(place, value)
    return value
  }

  /** Returns the path of a file; null for a document that is alone, whose place is unknown. */
  #pathOf(address: string, home: string): string | null {
    return this.#mainPath === '' ? null : pathOfAddress(address, home)
  }

  #report(code: 'REFERENCE_NOT_FETCHED' | 'REFERENCE_NOT_FOUND', reference: string): void {
    if (this.#reported.has(reference)) return
    this.#reported.add(reference)
    this.#log.loss(code, reference)
  }
}

/** Puts values in place of the references of one example; values that contain themselves end at the reference. */
class ExampleResolving {
  readonly #references: References
  readonly #above = new Set<JsonValue>()
  #addedValues = 0

  constructor(references: References) {
    this.#references = references
  }

  resolved(value: JsonValue, depth: number): JsonValue {
    if (this.#above.size > 0) this.#addedValues += 1
    if (this.#addedValues > maximumAddedValues || depth > maximumDepth) return value
    if (Array.isArray(value)) return listOf(value).map(one => this.resolved(one, depth + 1))
    if (!isObject(value)) return value
    const found = typeof member(value, '$ref') === 'string' ? this.#references.resolve(value) : undefined
    if (found === undefined) return this.#withMembers(value, depth)
    if (this.#above.has(found)) {
      this.#references.reportEndless(value)
      return this.#withMembers(value, depth)
    }
    this.#above.add(found)
    const resolved = this.resolved(found, depth + 1)
    this.#above.delete(found)
    return resolved
  }

  #withMembers(value: JsonObject, depth: number): JsonObject {
    return Object.fromEntries(entriesOf(value).map(([name, one]) => [name, this.resolved(one, depth + 1)]))
  }
}

/** Returns the value at a JSON pointer in a URI fragment (RFC 6901 §6); undefined if there is none. */
function valueAt(document: JsonValue, pointer: string): JsonValue | undefined {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined
  let value: JsonValue | undefined = document
  for (const part of pointer.split('/').slice(1)) {
    const name = decoded(part)
    value = isObject(value) ? member(value, name) : listOf(value)[Number(name)]
  }
  return value
}

function decoded(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // A bare percent sign is literal.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}

import type { ImportLog } from '../import-log.ts'
import { isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'

/** The maximum number of references in a chain. */
const maximumSteps = 50

/** Resolves the references of one document. References to other documents are never fetched (attacks IM8). */
export class References {
  readonly #document: JsonValue
  readonly #log: ImportLog
  readonly #reported = new Set<string>()

  constructor(document: JsonValue, log: ImportLog) {
    this.#document = document
    this.#log = log
  }

  /** Returns the referenced value; undefined if the reference is invalid. */
  resolve(value: JsonValue | undefined): JsonValue | undefined {
    let found = value
    for (let step = 0; step < maximumSteps; step += 1) {
      const reference = textMember(found, '$ref')
      if (reference === '') return found
      found = this.#at(reference)
    }
    return undefined
  }

  #at(reference: string): JsonValue | undefined {
    if (!reference.startsWith('#')) {
      this.#report('REFERENCE_NOT_FETCHED', reference)
      return undefined
    }
    let value: JsonValue | undefined = this.#document
    for (const part of reference.slice(1).split('/').slice(1)) {
      const name = decoded(part)
      value = isObject(value) ? member(value, name) : listOf(value)[Number(name)]
    }
    if (value === undefined) this.#report('REFERENCE_NOT_FOUND', reference)
    return value
  }

  #report(code: 'REFERENCE_NOT_FETCHED' | 'REFERENCE_NOT_FOUND', reference: string): void {
    if (this.#reported.has(reference)) return
    this.#reported.add(reference)
    this.#log.loss(code, reference)
  }
}

/** Decodes a part of a JSON pointer in a URI fragment (RFC 6901 §6). */
function decoded(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // A bare percent sign is literal.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}

import type { MessageSecret } from '../gate/message-secrets.ts'
import type { DynamicSources } from './dynamic-variables.ts'
import { dynamicValue } from './dynamic-variables.ts'
import type { VariableScope } from './scope.ts'
import { lookUp, secretScope, sourceOf, unsavedOwner } from './variable-scope.ts'

/** How many levels values may refer to other values (behaviour, Substitution). */
const maxDepth = 10

/**
 * The maximum of filled-in characters per send, where each value also adds a fixed cost. Otherwise ten values
 * that each contain the next one ten times would expand to ten thousand million values.
 */
const maxFilledCharacters = 2 ** 27
const costOfValue = 64

/** Thrown within a substitution; the callers of {@link Substitution} turn it into a failure. */
export class SubstitutionError extends Error {
  readonly code: 'VARIABLE_CYCLE' | 'VARIABLE_TOO_DEEP' | 'VARIABLE_TOO_LARGE' | 'VARIABLE_WITHHELD'
  /** The chain of names, from the first one. */
  readonly path: readonly string[]

  constructor(code: SubstitutionError['code'], path: readonly string[]) {
    super(`${code}: ${path.join(' → ')}`)
    this.code = code
    this.path = path
  }
}

/** How a `{{name}}` of a secret that is withheld from scripts is treated. */
export type WithheldRule =
  /** Filled in: for requests that the user sends. */
  | 'fill'
  /** Kept as a name: for texts that scripts only read. */
  | 'keep'
  /** Refused: for texts that scripts send. */
  | 'refuse'

/** A text with its variables filled in, and the secrets in it. */
export interface FilledText {
  readonly text: string
  /** The text for scripts: withheld secrets are replaced by {@link markOf} of their names. */
  readonly marked: string
  /** The secrets in order, withheld or not, once per occurrence. */
  readonly secrets: readonly MessageSecret[]
}

/**
 * Fills in `{{name}}` in the texts of one send by plain replacement, without expressions. Values may contain
 * further names, up to 10 levels deep. An unknown name is kept as typed and collected.
 */
export class Substitution {
  readonly unknownNames = new Set<string>()
  /** The names that were filled in with what is not saved, each with the name of its owner. */
  readonly unsavedNames = new Map<string, string>()
  readonly #scopes: readonly VariableScope[]
  readonly #sources: DynamicSources
  readonly #withheldRule: WithheldRule
  /** Computed once, because a text may contain millions of names. */
  readonly #hasSecrets: boolean
  readonly #hasUnsaved: boolean
  #filledCharacters = 0

  constructor(
    scopes: readonly VariableScope[],
    sources: DynamicSources,
    withheldRule: WithheldRule = 'fill',
  ) {
    this.#scopes = scopes
    this.#sources = sources
    this.#withheldRule = withheldRule
    this.#hasSecrets = scopes.some(
      ({ withheldNames, secretNames }) => (withheldNames?.size ?? 0) + (secretNames?.size ?? 0) > 0,
    )
    this.#hasUnsaved = scopes.some(({ unsaved }) => (unsaved?.size ?? 0) > 0)
  }

  /** @throws SubstitutionError */
  fill(text: string): string {
    return this.#expand(text, [], null)
  }

  /** Does the same as {@link fill} and returns the secrets that were filled in. @throws SubstitutionError */
  fillWithSecrets(text: string): FilledText {
    if (!this.#hasSecrets || !text.includes('{{')) {
      const filled = this.#expand(text, [], null)
      return { text: filled, marked: filled, secrets: [] }
    }
    const marking: Marking = { marked: '', secrets: [] }
    const filled = this.#expand(text, [], marking)
    return marking.secrets.length === 0
      ? { text: filled, marked: filled, secrets: [] }
      : { text: filled, ...marking }
  }

  #expand(text: string, path: readonly string[], marking: Marking | null): string {
    if (!text.includes('{{')) {
      if (marking !== null) marking.marked += text
      return text
    }
    let end = 0
    const filled = text.replace(/\{\{([^{}]+)\}\}/g, (asTyped, typedName: string, at: number) => {
      if (marking !== null) marking.marked += text.slice(end, at)
      end = at + asTyped.length
      return this.#named(typedName.trim(), asTyped, path, marking)
    })
    if (marking !== null) marking.marked += text.slice(end)
    return filled
  }

  #named(name: string, asTyped: string, path: readonly string[], marking: Marking | null): string {
    const owner = this.#hasUnsaved ? unsavedOwner(this.#scopes, name) : null
    if (owner !== null) this.unsavedNames.set(name, owner)
    const scope = this.#hasSecrets ? secretScope(this.#scopes, name) : null
    if (scope === null) return this.#value(name, asTyped, path, marking)
    const isWithheld = scope.withheldNames?.has(name) ?? false
    if (isWithheld && this.#withheldRule === 'refuse')
      throw new SubstitutionError('VARIABLE_WITHHELD', [name])
    if (isWithheld && this.#withheldRule === 'keep') {
      if (marking !== null) marking.marked += asTyped
      return asTyped
    }
    if (lookUp(this.#scopes, name) === undefined) return this.#value(name, asTyped, path, marking)
    // A secret that scripts may read can contain another that they may not.
    const text = this.#value(name, asTyped, path, isWithheld ? null : marking)
    if (marking !== null) {
      marking.secrets.push({ name, text, isWithheld, source: sourceOf(scope) })
      if (isWithheld) marking.marked += markOf(name)
    }
    return text
  }

  #value(name: string, asTyped: string, path: readonly string[], marking: Marking | null): string {
    const value = lookUp(this.#scopes, name)
    if (value === undefined) return this.#expanded(this.#dynamicOrUnknown(name, asTyped), marking)
    if (path.includes(name)) throw new SubstitutionError('VARIABLE_CYCLE', [...path, name])
    this.#filledCharacters += value.text.length + costOfValue
    if (this.#filledCharacters > maxFilledCharacters) {
      throw new SubstitutionError('VARIABLE_TOO_LARGE', [...path, name])
    }
    if (value.isLiteral) return this.#expanded(value.text, marking)
    if (path.length > maxDepth) throw new SubstitutionError('VARIABLE_TOO_DEEP', [...path, name])
    return this.#expand(value.text, [...path, name], marking)
  }

  #expanded(text: string, marking: Marking | null): string {
    if (marking !== null) marking.marked += text
    return text
  }

  #dynamicOrUnknown(name: string, asTyped: string): string {
    const dynamic = dynamicValue(name, this.#sources)
    if (dynamic === undefined && name !== '') this.unknownNames.add(name)
    return dynamic ?? asTyped
  }
}

/** Collects the marked text and the secrets while a text is filled in. */
interface Marking {
  marked: string
  readonly secrets: MessageSecret[]
}

/**
 * Returns the placeholder of a withheld secret in a text that is still to be encoded. It consists of letters
 * and digits, which no encoding changes. {@link withNamesForMarks} turns it into `{{name}}`.
 */
export function markOf(name: string): string {
  const units = Array.from({ length: name.length }, (_, at) =>
    name.charCodeAt(at).toString(16).padStart(4, '0'),
  )
  return `ParleySecret${units.join('')}Mark`
}

/** Replaces each placeholder of {@link markOf} with `{{name}}`. */
export function withNamesForMarks(text: string): string {
  return text.replace(/ParleySecret((?:[0-9a-f]{4})+)Mark/gi, (_, units: string) => {
    const codes = units.match(/.{4}/g) ?? []
    return `{{${String.fromCharCode(...codes.map(code => Number.parseInt(code, 16)))}}}`
  })
}

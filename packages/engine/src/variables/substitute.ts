import type { MessageSecret } from '../stages.ts'
import type { DynamicSources } from './dynamic-variables.ts'
import { dynamicValue } from './dynamic-variables.ts'
import type { VariableScope } from './scope.ts'
import { lookUp, secretScope, sourceOf } from './variable-scope.ts'

/** How many values may lead from one into the next (product decisions). */
const maxDepth = 10

/**
 * What the filled-in values of one send may come to, in characters, each value counting some more:
 * ten values that name each other ten times over would else be ten thousand million.
 */
const maxFilledCharacters = 2 ** 27
const costOfValue = 64

/** Thrown inside a substitution and made data by {@link Substitution}'s callers. */
export class SubstitutionError extends Error {
  readonly code: 'VARIABLE_CYCLE' | 'VARIABLE_TOO_DEEP' | 'VARIABLE_TOO_LARGE' | 'VARIABLE_WITHHELD'
  /** The names on the way, first one first. */
  readonly path: readonly string[]

  constructor(code: SubstitutionError['code'], path: readonly string[]) {
    super(`${code}: ${path.join(' → ')}`)
    this.code = code
    this.path = path
  }
}

/** What becomes of a `{{name}}` that leads to a secret withheld from scripts. */
export type WithheldRule =
  /** The request that the user sends has it. */
  | 'fill'
  /** A text that a script merely reads keeps the name. */
  | 'keep'
  /** A script that asks for it is stopped. */
  | 'refuse'

/** A text with its variables filled in, and the secrets in it. */
export interface FilledText {
  readonly text: string
  /** For scripts: withheld secrets replaced by {@link markOf} their names. */
  readonly marked: string
  /** Withheld or not, in order, each as often as it was filled in. */
  readonly secrets: readonly MessageSecret[]
}

/**
 * Fills in `{{name}}` in the texts of one send: plain replacement, no expressions. A value may hold
 * further names, to the depth of 10; an unknown name stays as typed and is collected.
 */
export class Substitution {
  readonly unknownNames = new Set<string>()
  readonly #scopes: readonly VariableScope[]
  readonly #sources: DynamicSources
  readonly #withheldRule: WithheldRule
  /** Asked for each name of a text, which may hold millions. */
  readonly #hasSecrets: boolean
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
  }

  /** @throws SubstitutionError */
  fill(text: string): string {
    return this.#expand(text, [], null)
  }

  /** {@link fill} that also says which secrets went where. @throws SubstitutionError */
  fillKnowing(text: string): FilledText {
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
    // One that scripts may read can hold another that they may not.
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

/** Collects the marked text beside the filled one; a secret's own secrets are part of it. */
interface Marking {
  marked: string
  readonly secrets: MessageSecret[]
}

/**
 * What replaces a withheld secret while a text is still to be encoded: letters and digits alone, which every
 * encoding leaves as they are. {@link withNamesForMarks} turns it into `{{name}}`.
 */
export function markOf(name: string): string {
  const units = Array.from({ length: name.length }, (_, at) =>
    name.charCodeAt(at).toString(16).padStart(4, '0'),
  )
  return `ParleySecret${units.join('')}Mark`
}

/** A text with `{{name}}` in place of each {@link markOf} a name. */
export function withNamesForMarks(text: string): string {
  return text.replace(/ParleySecret((?:[0-9a-f]{4})+)Mark/gi, (_, units: string) => {
    const codes = units.match(/.{4}/g) ?? []
    return `{{${String.fromCharCode(...codes.map(code => Number.parseInt(code, 16)))}}}`
  })
}

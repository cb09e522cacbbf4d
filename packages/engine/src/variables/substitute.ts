import type { WithheldValue } from '../stages.ts'
import type { DynamicSources } from './dynamic-variables.ts'
import { dynamicValue } from './dynamic-variables.ts'
import { isWithheld, lookUp, type VariableScope } from './variable-scope.ts'

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
  readonly #hasWithheld: boolean
  readonly #withheld = new Map<string, string>()
  #filledCharacters = 0

  constructor(
    scopes: readonly VariableScope[],
    sources: DynamicSources,
    withheldRule: WithheldRule = 'fill',
  ) {
    this.#scopes = scopes
    this.#sources = sources
    this.#withheldRule = withheldRule
    this.#hasWithheld = scopes.some(scope => (scope.withheldNames?.size ?? 0) > 0)
  }

  /** The secrets that were filled in and that scripts may not read. */
  get withheld(): readonly WithheldValue[] {
    return [...this.#withheld].map(([name, text]) => ({ name, text }))
  }

  /** @throws SubstitutionError */
  fill(text: string): string {
    return this.#expand(text, [])
  }

  #expand(text: string, path: readonly string[]): string {
    if (!text.includes('{{')) return text
    return text.replace(/\{\{([^{}]+)\}\}/g, (asTyped, typedName: string) => {
      const name = typedName.trim()
      if (!this.#hasWithheld || !isWithheld(this.#scopes, name)) return this.#value(name, asTyped, path)
      if (this.#withheldRule === 'refuse') throw new SubstitutionError('VARIABLE_WITHHELD', [name])
      if (this.#withheldRule === 'keep') return asTyped
      const text = this.#value(name, asTyped, path)
      this.#withheld.set(name, text)
      return text
    })
  }

  #value(name: string, asTyped: string, path: readonly string[]): string {
    const value = lookUp(this.#scopes, name)
    if (value === undefined) return this.#dynamicOrUnknown(name, asTyped)
    if (path.includes(name)) throw new SubstitutionError('VARIABLE_CYCLE', [...path, name])
    this.#filledCharacters += value.text.length + costOfValue
    if (this.#filledCharacters > maxFilledCharacters) {
      throw new SubstitutionError('VARIABLE_TOO_LARGE', [...path, name])
    }
    if (value.isLiteral) return value.text
    if (path.length > maxDepth) throw new SubstitutionError('VARIABLE_TOO_DEEP', [...path, name])
    return this.#expand(value.text, [...path, name])
  }

  #dynamicOrUnknown(name: string, asTyped: string): string {
    const dynamic = dynamicValue(name, this.#sources)
    if (dynamic === undefined && name !== '') this.unknownNames.add(name)
    return dynamic ?? asTyped
  }
}

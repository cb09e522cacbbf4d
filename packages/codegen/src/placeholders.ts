import type { Random, ScopeValue, VariableScope } from '@parley/engine'
import { dynamicVariableNames } from '@parley/model'

/**
 * The names of one request that stay `{{names}}` in its code. While the request is prepared, 24 digits replace
 * each name: a number is unchanged by every encoding and valid as a JSON value and as Base64.
 */
export class Placeholders {
  readonly #start: string
  readonly #names: string[] = []
  readonly #pattern: RegExp

  constructor(random: Random) {
    const chosen = [limit, limit, limit / 10].map(end => random.integer(end))
    this.#start = `1${chosen.map((one, at) => digits(one, at < 2 ? 6 : 5)).join('')}`
    this.#pattern = new RegExp(`${this.#start}(\\d{6})`, 'g')
  }

  /** Returns the digits that replace a name. */
  markOf(name: string): string {
    let index = this.#names.indexOf(name)
    if (index < 0) index = this.#names.push(name) - 1
    return this.#start + digits(index, 6)
  }

  /** Returns whether a text begins with a placeholder. */
  isAtStartOf(text: string): boolean {
    return text.startsWith(this.#start)
  }

  /** Returns whether a text, or any text in a value, holds a placeholder. */
  areIn(value: unknown): boolean {
    if (typeof value === 'string') return value.includes(this.#start)
    if (typeof value !== 'object' || value === null) return false
    return Object.values(value).some(one => this.areIn(one))
  }

  /** Returns the names whose placeholders are in a value, in the order of their first replacement. */
  namesIn(value: unknown): readonly string[] {
    return this.#names.filter(name => isIn(value, this.markOf(name)))
  }

  /** Returns the text with `{{name}}` for each placeholder, and without lone surrogates. */
  named(text: string): string {
    return text
      .replace(this.#pattern, (_, index: string) => `{{${this.#names[Number(index)]}}}`)
      .toWellFormed()
  }
}

const limit = 1_000_000

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0')
}

function isIn(value: unknown, mark: string): boolean {
  if (typeof value === 'string') return value.includes(mark)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(one => isIn(one, mark))
}

/**
 * Returns the scopes for code. Every secret is a placeholder, even one that scripts may read, because code is
 * copied and shared (attacks SE5); so is a name without a value, and, if `fillsVariables` is false, every
 * name.
 */
export function placeholderScopes(
  scopes: readonly VariableScope[],
  placeholders: Placeholders,
  fillsVariables: boolean,
): readonly VariableScope[] {
  const others = new PlaceholderValues(placeholders, fillsVariables ? dynamicVariableNames : [])
  const last: VariableScope = { name: 'global', values: others }
  if (!fillsVariables) return [last]
  return [
    ...scopes.map(({ name, values, withheldNames = [], secretNames = [], unsaved }) => ({
      name,
      ...(unsaved === undefined ? {} : { unsaved }),
      values: new Map<string, ScopeValue>([
        ...values,
        ...[...withheldNames, ...secretNames].map(
          secret => [secret, { text: placeholders.markOf(secret), isLiteral: true }] as const,
        ),
      ]),
    })),
    last,
  ]
}

/** Returns a placeholder for every name except the excluded ones. */
class PlaceholderValues extends Map<string, ScopeValue> {
  readonly #placeholders: Placeholders
  readonly #excluded: readonly string[]

  constructor(placeholders: Placeholders, excluded: readonly string[]) {
    super()
    this.#placeholders = placeholders
    this.#excluded = excluded
  }

  override has(name: string): boolean {
    return name !== '' && !this.#excluded.includes(name)
  }

  override get(name: string): ScopeValue | undefined {
    return this.has(name) ? { text: this.#placeholders.markOf(name), isLiteral: true } : undefined
  }
}

import { compareNumbers, isExact, type ReviverContext } from '@parley/model'

/** A number that JavaScript would round. In expressions it counts as the nearest number; its texts are exact. */
export class ExactNumber extends Number {
  readonly #text: string

  constructor(text: string) {
    super(text)
    this.#text = text
  }

  override toString(): string {
    return this.#text
  }

  toJSON(): unknown {
    return JSON.rawJSON?.(this.#text)
  }
}

/** Returns what stands for a number without rounding it. */
export function exactNumberOf(text: string): number | ExactNumber {
  return isExact(text) ? Number(text) : new ExactNumber(text)
}

/** Parses JSON like `JSON.parse`, but rounds no number. @throws SyntaxError */
export function parseWithExactNumbers(json: string): unknown {
  return JSON.parse(json, (_key, value: unknown, context?: ReviverContext) =>
    typeof value === 'number' && context?.source !== undefined ? exactNumberOf(context.source) : value,
  )
}

/**
 * Compares two values of which one is an {@link ExactNumber}, as `compareNumbers` does; null for other values, which
 * JavaScript compares. As in Bruno, long digits without quotes are also equal to a text of them.
 */
export function compareExactly(actual: unknown, expected: unknown): number | null {
  if (!(actual instanceof ExactNumber || expected instanceof ExactNumber)) return null
  if (typeof actual === 'string') return actual === String(expected) ? 0 : Number.NaN
  const isNumber = (value: unknown) => typeof value === 'number' || value instanceof ExactNumber
  return isNumber(actual) && isNumber(expected)
    ? compareNumbers(String(actual), String(expected))
    : Number.NaN
}

import type { JsonObject, JsonValue } from './json-value.ts'

/** A number that keeps its text. */
export type RawNumber = { readonly rawJSON: string } & JsonObject

/** What the function of `JSON.parse` gets about a value. */
export interface ReviverContext {
  /** The text of a value that is neither an object nor a list. */
  readonly source?: string
}

declare global {
  /** ECMAScript proposal JSON.parse source text access. */
  interface JSON {
    /** Returns what `JSON.stringify` writes as this text. */
    rawJSON?(text: string): RawNumber
    isRawJSON?(value: unknown): value is RawNumber
  }
}

/**
 * Returns the value of a JSON number. If JavaScript would print another text for it (`12345678901234567890`, `1.10`, `1e2`), the
 * value is what `JSON.rawJSON` returns, so that `JSON.stringify` gives the text back. An old browser gets the nearest number.
 */
export function exactNumber(source: string): JsonValue {
  const value = Number(source)
  return String(value) === source ? value : (JSON.rawJSON?.(source) ?? value)
}

/** Returns whether a value is a number whose text {@link exactNumber} keeps. */
export function isRawNumber(value: unknown): value is RawNumber {
  return JSON.isRawJSON?.(value) === true
}

/**
 * Finds every number that JavaScript would print otherwise: of 16 digits or more, with an exponent, with a zero at the end of its
 * fraction, very small, or minus zero. It may find other texts, which only costs time.
 */
const maybeInexact = /[\d.]{16}|\d[eE]|\.\d*0(?!\d)|0\.0{6}|-0(?![\d.])/

/**
 * Parses JSON like `JSON.parse`, but numbers keep their text ({@link exactNumber}).
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  // A function for each value takes ten times as long.
  if (!maybeInexact.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown, context?: ReviverContext) =>
    typeof value === 'number' && context?.source !== undefined ? exactNumber(context.source) : value,
  )
}

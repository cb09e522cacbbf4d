import { type Answer, answerFailure } from './answer.ts'

/** The limits of a number in a URL, inclusive. */
export interface WholeNumberRange {
  readonly minimum: number
  readonly maximum: number
}

/** A number from a request, or the response that refuses it. */
export type WholeNumber =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly answer: Answer }

/**
 * Reads a query or path parameter as a whole number: digits only, without sign, space, fraction or exponent.
 * @param text `null` or `undefined` if the parameter is absent
 * @param absentValue the value of an absent parameter; without it the parameter is required
 */
export function readWholeNumber(
  name: string,
  text: string | null | undefined,
  range: WholeNumberRange,
  absentValue?: number,
): WholeNumber {
  if ((text === null || text === undefined) && absentValue !== undefined)
    return { ok: true, value: absentValue }
  const value = /^\d{1,15}$/.test(text ?? '') ? Number(text) : Number.NaN
  if (value >= range.minimum && value <= range.maximum) return { ok: true, value }
  const message = `${name} must be a whole number from ${range.minimum} to ${range.maximum}`
  return { ok: false, answer: answerFailure(400, 'invalid_parameter', message) }
}

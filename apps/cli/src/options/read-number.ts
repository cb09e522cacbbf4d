/** An option that takes a whole number. */
export interface NumberOption {
  readonly name: string
  /** The unit with a preceding space; empty for a plain number. */
  readonly unit: string
  /** Default: 0. */
  readonly minimum?: number
  readonly maximum: number
}

/** A duration of up to about 24 days, the longest that Node's timers can wait. */
export function milliseconds(name: string): NumberOption {
  return { name, unit: ' of milliseconds', maximum: 2 ** 31 - 1 }
}

/** Returns null if the option was not given, and a sentence if it is not a valid number. */
export function readNumber(
  typed: string | undefined,
  { name, unit, minimum = 0, maximum }: NumberOption,
): number | string | null {
  if (typed === undefined) return null
  const number = /^\d{1,10}$/.test(typed) ? Number(typed) : Number.NaN
  if (number >= minimum && number <= maximum) return number
  return `${name} must be a whole number${unit} from ${minimum} to ${maximum}, not “${typed}”.`
}

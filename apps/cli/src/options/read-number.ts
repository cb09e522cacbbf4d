/** An option that takes a whole number. */
export interface NumberOption {
  readonly name: string
  /** Of what, with a space before it; empty for a plain number. */
  readonly unit: string
  /** 0 where absent. */
  readonly minimum?: number
  readonly maximum: number
}

/** 24 days and some: the longest that Node's timers wait. */
export function milliseconds(name: string): NumberOption {
  return { name, unit: ' of milliseconds', maximum: 2 ** 31 - 1 }
}

/** Null if the option was not given, a sentence where it is no such number. */
export function readNumber(
  typed: string | undefined,
  { name, unit, minimum = 0, maximum }: NumberOption,
): number | string | null {
  if (typed === undefined) return null
  const number = /^\d{1,10}$/.test(typed) ? Number(typed) : Number.NaN
  if (number >= minimum && number <= maximum) return number
  return `${name} takes a whole number${unit} from ${minimum} to ${maximum}; “${typed}” is none.`
}

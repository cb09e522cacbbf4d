/** A number as its sign, its digits without zeros at both ends, and the power of ten of its first digit. */
interface Decimal {
  readonly sign: -1 | 0 | 1
  readonly digits: string
  readonly magnitude: number
}

/**
 * Compares two numbers of JSON by their texts, whatever their length, so that nothing is rounded.
 * @returns negative where the first is smaller, 0 where they are equal, `1.10` and `11e-1` included; NaN where one is none
 */
export function compareNumbers(one: string, other: string): number {
  const [left, right] = [decimalOf(one), decimalOf(other)]
  if (left === null || right === null) return Number.NaN
  if (left.sign !== right.sign) return left.sign - right.sign
  const sizes = compareSizes(left, right)
  return sizes === 0 ? 0 : left.sign * sizes
}

/** Returns whether a number of JavaScript stands for this text without rounding it. */
export function isExact(text: string): boolean {
  return compareNumbers(text, String(Number(text))) === 0
}

function compareSizes(left: Decimal, right: Decimal): number {
  if (left.magnitude !== right.magnitude) return left.magnitude - right.magnitude
  if (left.digits === right.digits) return 0
  return left.digits < right.digits ? -1 : 1
}

function decimalOf(text: string): Decimal | null {
  const [, minus, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  if (minus === undefined) return null
  const all = whole + fraction
  let [from, to] = [0, all.length]
  while (all[from] === '0') from += 1
  while (to > from && all[to - 1] === '0') to -= 1
  if (from === to) return { sign: 0, digits: '', magnitude: 0 }
  return {
    sign: minus === '' ? 1 : -1,
    digits: all.slice(from, to),
    magnitude: whole.length - from + Number(exponent),
  }
}

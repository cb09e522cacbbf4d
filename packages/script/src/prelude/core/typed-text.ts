/** Values that JSON cannot express. */
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])

/**
 * Returns a value as a text that {@link valueOfTypedText} converts back: JSON, one of the words that JSON
 * lacks, or a BigInt literal. Null: the value is a text, or no text can represent it.
 * @throws if the value cannot be JSON, for example a circular list
 */
export function typedText(value: unknown): string | null {
  if (typeof value === 'string') return null
  if (typeof value === 'bigint') return `${value}n`
  const isPlain = value === undefined || typeof value === 'number'
  if (isPlain && words.has(String(value))) return String(value)
  return JSON.stringify(value) ?? null
}

export function valueOfTypedText(text: string): unknown {
  if (words.has(text)) return words.get(text)
  return /^-?\d+n$/.test(text) ? BigInt(text.slice(0, -1)) : JSON.parse(text)
}

/** What JSON has no text for. */
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])

/**
 * A value as {@link valueOfTypedText} gives it back: JSON, one of the words that JSON lacks, or a BigInt as
 * in code. Null: the value is a text, or no text brings it back.
 * @throws where the value has no JSON, as a list that holds itself
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

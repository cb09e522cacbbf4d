import { type JsonFault, JsonTokenizer } from '@parley/model'

/**
 * Returns where a text stops being JSON, counted from 1; null: it is JSON. A `{{name}}` may replace a key or a value.
 */
export function jsonFault(text: string): { readonly line: number; readonly column: number } | null {
  const tokenizer = new JsonTokenizer({
    allowsAnyString: true,
    allowsByteOrderMark: true,
    reportsParts: true,
    variables: 'keysAndValues',
  })
  tokenizer.write(text)
  tokenizer.finish()
  let token = tokenizer.next()
  while (token !== 'end' && token !== 'fault') token = tokenizer.next()
  const position = faultPosition(tokenizer.fault)
  if (position === null) return null
  const before = text.slice(0, position).split(/\r\n?|\n/)
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** Returns where a reader would look for the fault. A wrong number or word counts as a whole. */
export function faultPosition(fault: JsonFault | null): number | null {
  if (fault === null) return null
  return fault.within === 'string' || fault.within === 'key' ? fault.at : fault.tokenAt
}

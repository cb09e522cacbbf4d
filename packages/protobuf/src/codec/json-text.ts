/** A JSON value as it is printed: a scalar as text, a list, or members in order. */
export type JsonText =
  | string
  | { readonly items: readonly JsonText[] }
  | { readonly members: readonly (readonly [name: string, value: JsonText])[] }

/** Prints a value on one line, or with an indent of two spaces. */
export function printJsonText(value: JsonText, isIndented: boolean): string {
  return print(value, isIndented ? '\n' : '')
}

function print(value: JsonText, lineBreak: string): string {
  if (typeof value === 'string') return value
  const isList = 'items' in value
  const inner = lineBreak === '' ? '' : `${lineBreak}  `
  const colon = lineBreak === '' ? ':' : ': '
  const parts = isList
    ? value.items.map(item => print(item, inner))
    : value.members.map(([name, one]) => `${JSON.stringify(name)}${colon}${print(one, inner)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  return `${open}${inner}${parts.join(`,${inner}`)}${lineBreak}${close}`
}

/** Returns a value that a library gives as it is printed. */
export function jsonTextOf(value: unknown): JsonText {
  if (Array.isArray(value)) return { items: value.map(jsonTextOf) }
  if (typeof value === 'object' && value !== null)
    return { members: Object.entries(value).map(([name, one]) => [name, jsonTextOf(one)] as const) }
  return JSON.stringify(value) ?? 'null'
}

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
  const inner = lineBreak === '' ? '' : `${lineBreak}  `
  const colon = lineBreak === '' ? ':' : ': '
  // Lists of parts would take longer than the text, for many small messages.
  let text = ''
  if ('items' in value) {
    for (const item of value.items) text += `${text === '' ? '' : ','}${inner}${print(item, inner)}`
    return text === '' ? '[]' : `[${text}${lineBreak}]`
  }
  for (const [name, one] of value.members)
    text += `${text === '' ? '' : ','}${inner}${quoted(name)}${colon}${print(one, inner)}`
  return text === '' ? '{}' : `{${text}${lineBreak}}`
}

function quoted(name: string): string {
  return /^\w*$/.test(name) ? `"${name}"` : JSON.stringify(name)
}

/** Returns a value that a library gives as it is printed. */
export function jsonTextOf(value: unknown): JsonText {
  if (Array.isArray(value)) return { items: value.map(jsonTextOf) }
  if (typeof value === 'object' && value !== null)
    return { members: Object.entries(value).map(([name, one]) => [name, jsonTextOf(one)] as const) }
  return JSON.stringify(value) ?? 'null'
}

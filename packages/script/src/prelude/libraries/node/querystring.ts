/** Node's `querystring`: repeated names become a list. */
export const queryString = {
  parse,
  decode: parse,
  stringify,
  encode: stringify,
  escape: encodeURIComponent,
  unescape: decoded,
}

function parse(text: unknown, separator = '&', equals = '='): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const part of String(text).split(separator)) {
    if (part === '') continue
    const at = part.indexOf(equals)
    const name = decoded((at === -1 ? part : part.slice(0, at)).replaceAll('+', ' '))
    const value = at === -1 ? '' : decoded(part.slice(at + equals.length).replaceAll('+', ' '))
    const before = fields[name]
    fields[name] = before === undefined ? value : [before, value].flat()
  }
  return fields
}

function stringify(fields: unknown, separator = '&', equals = '='): string {
  if (typeof fields !== 'object' || fields === null) return ''
  return Object.entries(fields)
    .flatMap(([name, value]) => [value].flat().map(one => [name, one] as const))
    .map(([name, value]) => `${encodeURIComponent(name)}${equals}${encodeURIComponent(primitiveText(value))}`)
    .join(separator)
}

function primitiveText(value: unknown): string {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : ''
}

/** Decodes what can be decoded, and keeps a broken escape as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns the text of a member's value in a JSON object, as written; of several with the name the last one, as
 * `JSON.parse` does. Empty if there is none. The text must be valid JSON.
 */
export function memberText(json: string, name: string): string {
  let found = ''
  let key = ''
  let valueFrom = -1
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    const isEnd = depth === 1 && (sign === ',' || sign === '}')
    if (isEnd && valueFrom >= 0) {
      if (key === name) found = json.slice(valueFrom, at).trim()
      valueFrom = -1
    }
    if (sign === '"') {
      const end = endOfString(json, at)
      if (depth === 1 && valueFrom < 0) key = textOf(json.slice(at, end))
      at = end - 1
    } else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    else if (sign === ':' && depth === 1) valueFrom = at + 1
  }
  return found
}

/** Returns the position after a string that begins at a position. */
function endOfString(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}

function textOf(string: string): string {
  const text: unknown = JSON.parse(string)
  return typeof text === 'string' ? text : ''
}

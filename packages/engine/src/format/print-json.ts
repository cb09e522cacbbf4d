const indent = '  '
/** Deeper than this every line would be mostly indentation; the rest goes on in one line. */
const maxIndentedDepth = 100

/**
 * JSON text with line breaks and indentation. Tokens are copied as they stand, so that big integers,
 * duplicate keys, escapes and key order never change. Null where the text is not JSON in its brackets
 * and strings; it is not a validator.
 */
export function printJson(text: string): string | null {
  const open: string[] = []
  const pieces: string[] = []
  const lineBreak = () => (open.length > maxIndentedDepth ? '' : `\n${indent.repeat(open.length)}`)
  let isAfterOpening = false
  let values = 0
  for (const [token] of text.matchAll(tokenPattern)) {
    const first = token[0] ?? ''
    if (whiteSpace.has(first)) continue
    if (first === '"' && (token.length < 2 || !token.endsWith('"'))) return null
    if (first === '}' || first === ']') {
      if (open.pop() !== (first === '}' ? '{' : '[')) return null
      pieces.push(isAfterOpening ? token : lineBreak() + token)
      isAfterOpening = false
      continue
    }
    if (isAfterOpening) pieces.push(lineBreak())
    isAfterOpening = false
    if (first === '{' || first === '[') {
      open.push(first)
      pieces.push(token)
      isAfterOpening = true
    } else if (first === ',') pieces.push(token, lineBreak())
    else if (first === ':') pieces.push(': ')
    else pieces.push(token)
    values += 1
  }
  return open.length > 0 || values === 0 ? null : pieces.join('')
}

const whiteSpace = new Set([' ', '\t', '\r', '\n', '\ufeff'])
// White space, a bracket or mark, a string (whole or cut off), or a run of anything else.
const tokenPattern = /[ \t\r\n\ufeff]+|[{}[\],:]|"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[^ \t\r\n\ufeff{}[\],:"]+/g

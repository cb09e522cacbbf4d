/**
 * Splits a script into its names, numbers and punctuation, without strings, comments and regular expressions. It needs
 * no valid script: what it cannot read ends with the line. Text of templates counts as code.
 */
export function scriptTokens(script: string): readonly string[] {
  const tokens: string[] = []
  let at = 0
  while (at < script.length) {
    const start = at
    const character = script.charAt(at)
    if (isNamePart(character)) {
      while (at < script.length && isNamePart(script.charAt(at))) at += 1
      tokens.push(script.slice(start, at))
    } else if (script.startsWith('//', at)) at = endOf(script, '\n', at)
    else if (script.startsWith('/*', at)) at = endOf(script, '*/', at + 2)
    else if (character === '"' || character === "'") at = endOfQuoted(script, at)
    else if (character === '/' && mayBeginExpression(tokens.at(-1))) at = endOfQuoted(script, at)
    else {
      if (character.trim() !== '') tokens.push(character)
      at += 1
    }
  }
  return tokens
}

function isNamePart(character: string): boolean {
  const code = character.charCodeAt(0)
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
  const isDigit = code >= 0x30 && code <= 0x39
  return isLetter || isDigit || character === '_' || character === '$' || code > 0x7f
}

function endOf(script: string, end: string, from: number): number {
  const found = script.indexOf(end, from)
  return found < 0 ? script.length : found + end.length
}

/** Returns where a string or a regular expression ends, at the latest with its line. */
function endOfQuoted(script: string, start: number): number {
  const quote = script.charAt(start)
  let isInClass = false
  for (let at = start + 1; at < script.length; at += 1) {
    const character = script.charAt(at)
    if (character === '\n') return at
    if (character === '\\') at += 1
    else if (quote === '/' && character === '[') isInClass = true
    else if (character === ']') isInClass = false
    else if (character === quote && !isInClass) return at + 1
  }
  return script.length
}

const wordsBeforeExpressions: ReadonlySet<string> = new Set(['return', 'typeof', 'case', 'in', 'of', 'await'])

/** Returns whether a slash after a token begins a regular expression; otherwise it divides. */
function mayBeginExpression(before: string | undefined): boolean {
  if (before === undefined || wordsBeforeExpressions.has(before)) return true
  return !isNamePart(before) && before !== ')' && before !== ']'
}

/** A token of a script. */
export interface ScriptToken {
  readonly kind: 'word' | 'text' | 'number' | 'mark'
  /** As written; of a text what it means. */
  readonly text: string
  /** From 1. */
  readonly line: number
}

/** The tokens of a script up to what this does not read: regular expressions and templates with names. */
export interface TokenizedScript {
  readonly tokens: readonly ScriptToken[]
  /** The line of the first thing that was not read; null: everything was. */
  readonly unreadLine: number | null
}

/** Reads the tokens of a script in JavaScript. Comments are left out. */
export function tokenizeScript(script: string): TokenizedScript {
  const tokens: ScriptToken[] = []
  let line = 1
  let at = 0
  while (at < script.length) {
    const character = script.charAt(at)
    const next = script.charAt(at + 1)
    if (character === '\n') line += 1
    if (character.trim() === '') at += 1
    else if (character === '/' && next === '/') at = endOf(script, '\n', at)
    else if (character === '/' && next === '*') {
      const end = endOf(script, '*/', at + 2)
      line += linesIn(script, at, end)
      at = end === script.length ? end : end + 2
    } else if (character === '/' || character === '\\' || character === '#')
      return { tokens, unreadLine: line }
    else if (isQuote(character)) {
      const text = readText(script, at)
      if (text === null) return { tokens, unreadLine: line }
      tokens.push({ kind: 'text', text: text.value, line })
      line += linesIn(script, at, text.end)
      at = text.end
    } else {
      const end = endOfWord(script, at)
      const kind = isDigit(character) ? 'number' : end > at ? 'word' : 'mark'
      const text = script.slice(at, Math.max(end, at + 1))
      tokens.push({ kind, text, line })
      at += text.length
    }
  }
  return { tokens, unreadLine: null }
}

function endOf(script: string, mark: string, from: number): number {
  const end = script.indexOf(mark, from)
  return end === -1 ? script.length : end
}

function linesIn(script: string, from: number, to: number): number {
  return script.slice(from, to).split('\n').length - 1
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'" || character === '`'
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}

function endOfWord(script: string, start: number): number {
  let end = start
  const isNumber = isDigit(script.charAt(start))
  while (end < script.length && isInWord(script.charAt(end), isNumber)) end += 1
  return end
}

function isInWord(character: string, isNumber: boolean): boolean {
  if (isNumber && character === '.') return true
  const isLetter = character.toLowerCase() !== character.toUpperCase()
  return isLetter || isDigit(character) || character === '_' || character === '$'
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
}

/** Reads a string; null for one with escapes of numbers, a template with names, or one that does not end. */
function readText(script: string, start: number): { readonly value: string; readonly end: number } | null {
  const quote = script.charAt(start)
  let value = ''
  for (let at = start + 1; at < script.length; at += 1) {
    const character = script.charAt(at)
    if (character === quote) return { value, end: at + 1 }
    if (character === '\n' && quote !== '`') return null
    if (character === '$' && quote === '`' && script.charAt(at + 1) === '{') return null
    if (character !== '\\') value += character
    else {
      at += 1
      const escaped = script.charAt(at)
      if (escaped === 'x' || escaped === 'u' || (isDigit(escaped) && escaped !== '0')) return null
      value += escaped === '\n' ? '' : (escapes[escaped] ?? escaped)
    }
  }
  return null
}

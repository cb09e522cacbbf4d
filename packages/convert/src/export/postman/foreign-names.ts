/** The names of scripts of other clients, with the tokens after which each is used. */
const foreign: Readonly<Record<string, readonly string[]>> = {
  bru: ['.'],
  req: ['.'],
  res: ['.', '('],
  pw: ['.'],
  hopp: ['.'],
  insomnia: ['.'],
  tool: ['.'],
  tc: ['.'],
  test: ['('],
  expect: ['('],
}

/** Returns the names of other clients that a script uses without declaring them; Postman does not have them. */
export function foreignNames(script: string): readonly string[] {
  const tokens = scriptTokens(script)
  const closings = closingsOf(tokens)
  const declared = declaredNames(tokens, closings)
  const isUsed = (name: string, at: number) => {
    if (tokens[at] !== name || tokens[at - 1] === '.') return false
    const next = tokens[at + 1] === '?' ? at + 2 : at + 1
    const closing = closings.get(next)
    const isMethod = closing !== undefined && tokens[closing + 1] === '{'
    return !isMethod && foreign[name]?.includes(tokens[next] ?? '') === true
  }
  return Object.keys(foreign).filter(name => !declared.has(name) && tokens.some((_, at) => isUsed(name, at)))
}

/** Returns where each bracket is closed, by their places; those that are not closed have none. */
function closingsOf(tokens: readonly string[]): ReadonlyMap<number, number> {
  const closings = new Map<number, number>()
  const open: number[] = []
  for (const [at, token] of tokens.entries()) {
    if ('([{'.includes(token)) open.push(at)
    else if (')]}'.includes(token)) {
      const start = open.pop()
      if (start !== undefined) closings.set(start, at)
    }
  }
  return closings
}

const declaring: ReadonlySet<string> = new Set(['const', 'let', 'var', 'function', 'class'])

/** Returns the names of variables, functions and parameters. */
function declaredNames(
  tokens: readonly string[],
  closings: ReadonlyMap<number, number>,
): ReadonlySet<string> {
  const names = new Set<string>()
  /** How many lists of names begin, or end, at a place. */
  const changes = new Map<number, number>()
  const change = (at: number, by: number) => changes.set(at, (changes.get(at) ?? 0) + by)
  for (const [start, end] of closings) {
    if (!areNames(tokens, start, end)) continue
    change(start, 1)
    change(end, -1)
  }
  let lists = 0
  for (const [at, token] of tokens.entries()) {
    lists += changes.get(at) ?? 0
    const isAssigned = tokens[at + 1] === '=' && tokens[at + 2] !== '='
    if (lists > 0 || (isAssigned && tokens[at - 1] !== '.') || declaring.has(tokens[at - 1] ?? ''))
      names.add(token)
  }
  return names
}

/** Returns whether brackets hold the parameters of a function, or the names of a destructuring. */
function areNames(tokens: readonly string[], start: number, end: number): boolean {
  const [before = '', twoBefore = ''] = [tokens[start - 1], tokens[start - 2]]
  if (tokens[start] !== '(') return before === 'const' || before === 'let' || before === 'var'
  const isArrow = tokens[end + 1] === '=' && tokens[end + 2] === '>'
  return isArrow || before === 'catch' || before === 'function' || twoBefore === 'function'
}

/**
 * Splits a script into its names, numbers and punctuation, without strings, comments and regular expressions. It needs
 * no valid script: what it cannot read ends with the line. Text of templates counts as code.
 */
function scriptTokens(script: string): readonly string[] {
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

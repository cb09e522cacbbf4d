import { scriptTokens } from './script-tokens.ts'

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

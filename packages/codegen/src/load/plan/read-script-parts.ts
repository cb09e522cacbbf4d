import type { LoadCheck, LoadSet, ScriptParts, UnreadScript } from './script-parts.ts'
import { ScriptReader } from './script-reader.ts'
import { type ScriptToken, tokenizeScript } from './script-tokens.ts'

/**
 * Reads the usual shapes of a script: tests of status, headers and members of JSON, and variables that are set to a text or a
 * part of the response. Every other statement is listed with its line.
 */
export function readScriptParts(script: string): ScriptParts {
  const { tokens, unreadLine } = tokenizeScript(script)
  const lines = script.split('\n')
  const reading = new ScriptReading(lines)
  // A statement that reaches into what was not read is part of it.
  const statements = statementsOf(tokens)
  const last = statements.at(-1)
  const isCut = unreadLine !== null && last !== undefined
  for (const statement of isCut ? statements.slice(0, -1) : statements) reading.read(statement)
  if (unreadLine !== null) reading.unreadFrom(isCut ? (last[0]?.line ?? unreadLine) : unreadLine)
  return reading.parts()
}

class ScriptReading {
  readonly #lines: readonly string[]
  readonly #aliases = new Map<string, readonly (string | number)[]>()
  readonly #checks: LoadCheck[] = []
  readonly #sets: LoadSet[] = []
  readonly #unread: UnreadScript[] = []

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  parts(): ScriptParts {
    return { checks: this.#checks, sets: this.#sets, unread: this.#unread }
  }

  read(statement: readonly ScriptToken[]): void {
    const reader = new ScriptReader(statement, this.#aliases)
    const alias = reader.whole(() => reader.alias())
    if (alias !== null) {
      this.#aliases.set(alias.name, alias.path)
      return
    }
    const set = reader.whole(() => reader.set())
    if (set !== null) this.#sets.push(set)
    else if (!this.#readTest(statement)) this.#listUnread(statement)
  }

  unreadFrom(line: number): void {
    this.#unread.push({ line, code: this.#codeAt(line) })
  }

  /** Reads a test; what is not understood in it is listed by its own lines. */
  #readTest(statement: readonly ScriptToken[]): boolean {
    const reader = new ScriptReader(statement, this.#aliases)
    const head = reader.testHead()
    const endsWith = head?.hasBraces === true ? ['}', ')'] : [')']
    const end = statement.slice(-endsWith.length).map(({ text }) => text)
    if (head === null || end.join('') !== endsWith.join('')) return false
    const body = statement.slice(reader.position, statement.length - endsWith.length)
    for (const inner of statementsOf(body)) this.#readInTest(head.name, inner)
    return true
  }

  #readInTest(name: string, statement: readonly ScriptToken[]): void {
    const reader = new ScriptReader(statement, this.#aliases)
    const checks = reader.whole(() => reader.checks(name))
    if (checks !== null) this.#checks.push(...checks)
    else this.read(statement)
  }

  #listUnread(statement: readonly ScriptToken[]): void {
    const [first] = statement
    if (first !== undefined) this.unreadFrom(first.line)
  }

  #codeAt(line: number): string {
    return (this.#lines[line - 1] ?? '').trim().slice(0, longestCode)
  }
}

const longestCode = 80

const openers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** What cannot end a statement at the end of a line, and what cannot begin one at the start of the next. */
const continuing: ReadonlySet<string> = new Set([...'.,=+-*%<>&|?:!(['])

/** Splits tokens into statements: at semicolons, and at line ends where JavaScript ends a statement. */
function statementsOf(tokens: readonly ScriptToken[]): readonly (readonly ScriptToken[])[] {
  const statements: (readonly ScriptToken[])[] = []
  let statement: ScriptToken[] = []
  const open: string[] = []
  const end = () => {
    if (statement.length > 0) statements.push(statement)
    statement = []
  }
  for (const token of tokens) {
    const before = statement.at(-1)
    const isMark = token.kind === 'mark'
    if (open.length === 0 && before !== undefined && endsAtLine(before, token)) end()
    if (isMark && token.text === ';' && open.length === 0) {
      end()
      continue
    }
    statement.push(token)
    const closing = isMark ? openers[token.text] : undefined
    if (closing !== undefined) open.push(closing)
    else if (isMark && open.at(-1) === token.text) open.pop()
  }
  end()
  return statements
}

function endsAtLine(before: ScriptToken, token: ScriptToken): boolean {
  const isContinued = (one: ScriptToken) => one.kind === 'mark' && continuing.has(one.text)
  return before.line < token.line && !isContinued(before) && !isContinued(token)
}

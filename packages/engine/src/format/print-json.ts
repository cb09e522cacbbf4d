const indent = '  '
/** Deeper than this every line would be mostly indentation; the rest goes on in one line. */
const maxIndentedDepth = 100

/**
 * JSON text with line breaks and indentation. Tokens are copied as they stand, so that big integers,
 * duplicate keys, escapes and key order never change. Null where the text is not JSON: then it is
 * better shown as it came. Null also where the line breaks would outgrow the text by far. Escapes inside strings are not looked at.
 * `allowsVariables`: a `{{name}}` may stand in the place of a key or a value, and stays as typed.
 */
export function printJson(text: string, { allowsVariables = false } = {}): string | null {
  return new JsonPrinter(text, allowsVariables).print()
}

/** Line breaks and indentation may make a text so many times longer, and no more: a small body must not fill the disk. */
const maxGrowth = 8

/** What may stand next; a name with `OrClose` stands right after an opening bracket or a value. */
type Expected = 'value' | 'valueOrClose' | 'key' | 'keyOrClose' | 'colon' | 'commaOrClose' | 'end'

class JsonPrinter {
  readonly #text: string
  readonly #pieces: string[] = []
  readonly #open: string[] = []
  #expected: Expected = 'value'
  readonly #allowsVariables: boolean
  #addedLength = 0

  constructor(text: string, allowsVariables: boolean) {
    this.#text = text
    this.#allowsVariables = allowsVariables
  }

  print(): string | null {
    const text = this.#text
    for (let at = startOf(text, text.startsWith('\ufeff') ? 1 : 0); at < text.length; ) {
      const token = (this.#allowsVariables ? variableAt(text, at) : null) ?? tokenAt(text, at)
      if (token === null || !this.#take(token)) return null
      if (this.#addedLength > text.length * maxGrowth) return null
      at = startOf(text, at + token.length)
    }
    return this.#expected === 'end' ? this.#pieces.join('') : null
  }

  /** False where the token may not stand here. */
  #take(token: string): boolean {
    if (token.startsWith('{{'))
      return this.#expected.startsWith('key') ? this.#key(token) : this.#value(token)
    switch (token[0]) {
      case '}':
        return this.#close('{', token)
      case ']':
        return this.#close('[', token)
      case ',':
        if (this.#expected !== 'commaOrClose') return false
        this.#pieces.push(token, this.#lineBreak())
        this.#expected = this.#open.at(-1) === '{' ? 'key' : 'value'
        return true
      case ':':
        if (this.#expected !== 'colon') return false
        this.#pieces.push(': ')
        this.#expected = 'value'
        return true
      case '"':
        return this.#expected.startsWith('key') ? this.#key(token) : this.#value(token)
      default:
        return this.#value(token)
    }
  }

  #key(token: string): boolean {
    if (this.#expected === 'keyOrClose') this.#pieces.push(this.#lineBreak())
    this.#pieces.push(token)
    this.#expected = 'colon'
    return true
  }

  #value(token: string): boolean {
    if (!this.#expected.startsWith('value')) return false
    if (this.#expected === 'valueOrClose') this.#pieces.push(this.#lineBreak())
    this.#pieces.push(token)
    if (token === '{' || token === '[') {
      this.#open.push(token)
      this.#expected = token === '{' ? 'keyOrClose' : 'valueOrClose'
    } else this.#endValue()
    return true
  }

  #close(opening: string, token: string): boolean {
    if (!this.#expected.endsWith('OrClose') || this.#open.at(-1) !== opening) return false
    this.#open.pop()
    if (this.#expected === 'commaOrClose') this.#pieces.push(this.#lineBreak())
    this.#pieces.push(token)
    this.#endValue()
    return true
  }

  #endValue(): void {
    this.#expected = this.#open.length === 0 ? 'end' : 'commaOrClose'
  }

  #lineBreak(): string {
    const depth = this.#open.length
    const lineBreak = depth > maxIndentedDepth ? '' : (lineBreaks[depth] ?? '')
    this.#addedLength += lineBreak.length
    return lineBreak
  }
}

const lineBreaks = Array.from({ length: maxIndentedDepth + 1 }, (_, depth) => `\n${indent.repeat(depth)}`)
const whiteSpace = new Set([' ', '\t', '\r', '\n'])
const scalarCharacters = /[^ \t\r\n{}[\],:"]*/y
const scalar = /^(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)$/

/** Where the next token begins. */
function startOf(text: string, from: number): number {
  let at = from
  while (whiteSpace.has(text[at] ?? '')) at += 1
  return at
}

const variable = /\{\{[^{}\r\n]+\}\}/y

function variableAt(text: string, at: number): string | null {
  variable.lastIndex = at
  return variable.exec(text)?.[0] ?? null
}

function tokenAt(text: string, at: number): string | null {
  const first = text[at] ?? ''
  if ('{}[],:'.includes(first)) return first
  if (first === '"') return stringAt(text, at)
  scalarCharacters.lastIndex = at
  const run = scalarCharacters.exec(text)?.[0] ?? ''
  return scalar.test(run) ? run : null
}

/** A loop and no pattern: a pattern runs out of stack on a string of many escapes. */
function stringAt(text: string, start: number): string | null {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return text.slice(start, at + 1)
    if (text[at] === '\\') at += 1
  }
  return null
}

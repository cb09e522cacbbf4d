/** The text of `$'…'`, and the position of its closing quote. */
export interface AnsiCQuotes {
  readonly value: string
  /** The position of the closing quote in the given text; -1 if there is none. */
  readonly end: number
}

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['E', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['?', '?'],
])

/**
 * Reads bash's ANSI-C quoting (Bash manual, 3.1.2.4) from `start`, the position after the opening quote.
 * Bytes written as `\x` and octal escapes are decoded as UTF-8.
 */
export function readAnsiCQuotes(text: string, start: number): AnsiCQuotes {
  let value = ''
  let bytes: number[] = []
  const flush = () => {
    if (bytes.length > 0) value += new TextDecoder().decode(new Uint8Array(bytes))
    bytes = []
  }
  let position = start
  while (position < text.length) {
    const character = text[position] ?? ''
    if (character === "'") {
      flush()
      return { value, end: position }
    }
    if (character !== '\\') {
      flush()
      value += character
      position += 1
      continue
    }
    const byteEscape = matchAt(/\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3}))/y, text, position)
    if (byteEscape) {
      bytes.push(
        (byteEscape[1] === undefined
          ? Number.parseInt(byteEscape[2] ?? '0', 8)
          : Number.parseInt(byteEscape[1], 16)) % 256,
      )
      position += byteEscape[0].length
      continue
    }
    flush()
    const { meaning, length } = characterEscape(text, position)
    value += meaning
    position += length
  }
  return { value, end: -1 }
}

function characterEscape(text: string, position: number): { meaning: string; length: number } {
  const unicode = matchAt(/\\(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/y, text, position)
  if (unicode) {
    const code = Number.parseInt(unicode[1] ?? unicode[2] ?? '', 16)
    return { meaning: code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code), length: unicode[0].length }
  }
  const control = matchAt(/\\c([\x20-\x7e])/y, text, position)
  if (control) return { meaning: String.fromCharCode((control[1] ?? '').charCodeAt(0) & 0x1f), length: 3 }
  const next = text[position + 1] ?? ''
  return { meaning: simpleEscapes.get(next) ?? `\\${next}`, length: 1 + next.length }
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position
  return pattern.exec(text)
}

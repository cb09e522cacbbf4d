/**
 * The states within a token of JSON, and what `tokenSteps` has in their place: a character that is not allowed, the last
 * character of the token, and a character after the token.
 */
export const tokenState = {
  bad: 0,
  last: 1,
  after: 2,
  /** In a string of UTF-16 units; four states for its escapes follow the one after a backslash. */
  text: 3,
  textEscape: 4,
  /** In a string of UTF-8. */
  bytes: 9,
  bytesEscape: 10,
  /** In a string whose escapes and characters are not checked. */
  unchecked: 22,
  uncheckedEscape: 23,
  /** In the name of a variable. */
  textName: 24,
  bytesName: 25,
  nameEnd: 33,
  minus: 34,
  zero: 35,
  integer: 36,
  point: 37,
  fraction: 38,
  exponent: 39,
  exponentSign: 40,
  exponentDigits: 41,
  wordEnd: 42,
  /** After the first letter of each word. */
  true: 43,
  false: 46,
  null: 50,
} as const

const stateCount = 53

/** What may follow a number or a word. */
const delimiters = ' \t\r\n,:{}[]"'

/** The next state for each state and character; the last column is that of all characters from 255. */
export const tokenSteps = createSteps()

function createSteps(): Uint8Array {
  const steps = new Uint8Array(stateCount << 8)
  const range = (state: number, first: number, last: number, next: number) =>
    steps.fill(next, (state << 8) | first, ((state << 8) | last) + 1)
  const each = (state: number, characters: string, next: number) => {
    for (const character of characters) steps[(state << 8) | character.charCodeAt(0)] = next
  }
  addStrings(range, each)
  addNames(range, each)
  addNumbers(range, each)
  addWords(each)
  return steps
}

type Range = (state: number, first: number, last: number, next: number) => void
type Each = (state: number, characters: string, next: number) => void

function addStrings(range: Range, each: Each): void {
  const { last, text, textEscape, bytes, bytesEscape, unchecked, uncheckedEscape } = tokenState
  range(text, 0x20, 0xff, text)
  range(bytes, 0x20, 0x7f, bytes)
  addUtf8(range, bytes, bytesEscape + 5)
  for (const [string, backslashed] of [
    [text, textEscape],
    [bytes, bytesEscape],
  ] as const) {
    each(backslashed, '"\\/bfnrt', string)
    each(backslashed, 'u', backslashed + 1)
    for (let digit = 1; digit <= 4; digit += 1)
      each(backslashed + digit, '0123456789abcdefABCDEF', digit === 4 ? string : backslashed + digit + 1)
  }
  range(unchecked, 0, 0xff, unchecked)
  range(uncheckedEscape, 0, 0xff, unchecked)
  for (const string of [text, bytes, unchecked]) {
    each(string, '"', last)
    each(string, '\\', string + 1)
  }
}

/** Adds the sequences of UTF-8 (RFC 3629 §4), which return to a state, with seven states for what follows their first byte. */
function addUtf8(range: Range, state: number, tail: number): void {
  const [oneLeft, twoLeft, threeLeft] = [tail, tail + 1, tail + 2]
  range(state, 0xc2, 0xdf, oneLeft)
  range(state, 0xe1, 0xef, twoLeft)
  range(state, 0xf1, 0xf3, threeLeft)
  range(oneLeft, 0x80, 0xbf, state)
  range(twoLeft, 0x80, 0xbf, oneLeft)
  range(threeLeft, 0x80, 0xbf, twoLeft)
  // Overlong forms, surrogates and what is beyond the last character are not allowed.
  const limited = [
    [0xe0, 0xa0, 0xbf, oneLeft],
    [0xed, 0x80, 0x9f, oneLeft],
    [0xf0, 0x90, 0xbf, twoLeft],
    [0xf4, 0x80, 0x8f, twoLeft],
  ] as const
  for (const [at, [first, from, to, next]] of limited.entries()) {
    range(state, first, first, tail + 3 + at)
    range(tail + 3 + at, from, to, next)
  }
}

function addNames(range: Range, each: Each): void {
  const { bad, last, textName, bytesName, nameEnd } = tokenState
  range(textName, 0, 0xff, textName)
  range(bytesName, 0, 0x7f, bytesName)
  addUtf8(range, bytesName, bytesName + 1)
  for (const name of [textName, bytesName]) {
    each(name, '{', bad)
    each(name, '}', nameEnd)
  }
  each(nameEnd, '}', last)
}

function addNumbers(range: Range, each: Each): void {
  const { after, minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits } = tokenState
  each(minus, '0', zero)
  range(minus, 0x31, 0x39, integer)
  for (const [state, next] of [
    [integer, integer],
    [point, fraction],
    [fraction, fraction],
    [exponent, exponentDigits],
    [exponentSign, exponentDigits],
    [exponentDigits, exponentDigits],
  ] as const)
    range(state, 0x30, 0x39, next)
  for (const state of [zero, integer]) each(state, '.', point)
  for (const state of [zero, integer, fraction]) each(state, 'eE', exponent)
  each(exponent, '+-', exponentSign)
  for (const state of [zero, integer, fraction, exponentDigits]) each(state, delimiters, after)
}

function addWords(each: Each): void {
  for (const word of ['true', 'false', 'null'] as const)
    for (let at = 1; at < word.length; at += 1) {
      const next = at === word.length - 1 ? tokenState.wordEnd : tokenState[word] + at
      each(tokenState[word] + at - 1, word.charAt(at), next)
    }
  each(tokenState.wordEnd, delimiters, tokenState.after)
}

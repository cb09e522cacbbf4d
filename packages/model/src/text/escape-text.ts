/** How a language escapes characters that cannot be in a string. */
export interface EscapeRules {
  /** Characters with their own escape, including the quote and the escape character. */
  readonly escapes: Readonly<Record<string, string>>
  /** Returns the escape of any other character that would be invisible or end the line. */
  escapeCode(code: number): string
}

/**
 * Escapes a text for a string of a language. Control characters, line separators, invisible characters and
 * those that change the direction of text are always escaped, so that the code shows what it does.
 */
export function escapeText(text: string, { escapes, escapeCode }: EscapeRules): string {
  let escaped = ''
  for (const character of text.toWellFormed()) {
    const own = Object.hasOwn(escapes, character) ? escapes[character] : undefined
    if (own !== undefined) escaped += own
    else if (isUnseen(character)) escaped += escapeCode(character.codePointAt(0) ?? 0)
    else escaped += character
  }
  return escaped
}

/** Returns whether a character is invisible: controls, formats, and separators except the space. */
export function isUnseen(character: string): boolean {
  return character !== ' ' && /^(?:\p{C}|\p{Z}|\p{Default_Ignorable_Code_Point})$/u.test(character)
}

/** Returns at least `digits` hexadecimal digits. */
export function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}

/** Returns a code point as UTF-16 units, which some languages escape one by one. */
export function utf16Escape(code: number): string {
  return [
    ...Array.from({ length: code > 0xffff ? 2 : 1 }, (_, index) =>
      String.fromCodePoint(code).charCodeAt(index),
    ),
  ]
    .map(unit => `\\u${hex(unit, 4)}`)
    .join('')
}

/** How a language writes what cannot stand in a string as it is. */
export interface EscapeRules {
  /** Characters that get their own escape, the quote and the escape character among them. */
  readonly escapes: Readonly<Record<string, string>>
  /** Any other character that would not be seen or would end the line. */
  escapeCode(code: number): string
}

/**
 * A text as it stands between the quotes of a language. Controls, line separators, characters that are
 * not seen and those that turn the direction of text are always escaped, so that code shows what it does.
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

/** Whether a character leaves no mark of its own: controls, formats, separators but the space. */
export function isUnseen(character: string): boolean {
  return character !== ' ' && /^(?:\p{C}|\p{Z}|\p{Default_Ignorable_Code_Point})$/u.test(character)
}

/** At least `digits` hexadecimal digits. */
export function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}

/** A code point as the UTF-16 units that some languages escape one by one. */
export function utf16Escape(code: number): string {
  return [
    ...Array.from({ length: code > 0xffff ? 2 : 1 }, (_, index) =>
      String.fromCodePoint(code).charCodeAt(index),
    ),
  ]
    .map(unit => `\\u${hex(unit, 4)}`)
    .join('')
}

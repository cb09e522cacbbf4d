/** Whether a character, of one UTF-16 unit, is removed. */
type IsTrimmed = (character: string) => boolean

/** Returns a text without the characters at its end that are to be removed, in linear time. */
export function trimEndWhere(text: string, isTrimmed: IsTrimmed): string {
  let end = text.length
  while (end > 0 && isTrimmed(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** Returns a text without the characters at both ends that are to be removed, in linear time. */
export function trimWhere(text: string, isTrimmed: IsTrimmed): string {
  const shortened = trimEndWhere(text, isTrimmed)
  let start = 0
  while (start < shortened.length && isTrimmed(shortened.charAt(start))) start += 1
  return shortened.slice(start)
}

/** Returns a text without one character that it may end with many times. */
export function trimEndOf(text: string, character: string): string {
  return trimEndWhere(text, one => one === character)
}

/** Returns a header value or a part of one without spaces and tabs at its ends (OWS, RFC 9110 §5.6.3). */
export function trimFieldValue(text: string): string {
  return trimWhere(text, character => character === ' ' || character === '\t')
}

/** Whether a character is white space, as `\s` and `trim` understand it. */
export function isWhiteSpace(character: string): boolean {
  return character.trim() === ''
}

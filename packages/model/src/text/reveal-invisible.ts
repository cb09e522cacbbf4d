/** Zero-width characters, characters that change the direction of text, and Unicode's own line breaks. */
const invisible = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** More than a window shows. In UTF-16 units. */
export const longestRevealed = 262_144

/**
 * Makes characters visible that hide in a text or reorder it, so that a value cannot look like another one
 * (attacks UI7). U+202E becomes `‹U+202E›`. For windows: what follows {@link longestRevealed} is left out.
 */
export function revealInvisible(text: string): string {
  if (text.length <= longestRevealed) return revealAllInvisible(text)
  return `${revealAllInvisible(text.slice(0, longestRevealed).toWellFormed())}…`
}

/** Makes characters visible as {@link revealInvisible} does, in a text of any length. U+202E becomes the result of `show`. */
export function revealAllInvisible(
  text: string,
  show: (character: string) => string = showCodePoint,
): string {
  return text.replace(invisible, show)
}

/** Returns whether a text has such characters. */
export function hasInvisible(text: string): boolean {
  return text.search(invisible) !== -1
}

/** Characters that reorder or break a line. The joiners of scripts and emoji are kept. */
const reordering = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/**
 * Returns a name for lists, tabs and questions. It cannot look like another one or reorder the text next to
 * it.
 */
export function shownName(name: string): string {
  return name.replace(reordering, showCodePoint)
}

function showCodePoint(character: string): string {
  return `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`
}

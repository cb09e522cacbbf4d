/** Zero-width characters, those that turn the direction of text around, and Unicode's own line breaks. */
const invisible = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/**
 * Text from outside with the characters made visible that hide in it or reorder it, so that a value
 * cannot look like another one (attacks UI7): U+202E shows as `‹U+202E›`, or as `show` has it.
 */
export function revealInvisible(text: string, show: (character: string) => string = showCodePoint): string {
  return text.replace(invisible, show)
}

/** What reorders or breaks a line; the joiners of scripts and emoji stay. */
const reordering = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** A name as lists, tabs and questions show it: it cannot look like another one, or reorder what stands beside it. */
export function shownName(name: string): string {
  return name.replace(reordering, showCodePoint)
}

function showCodePoint(character: string): string {
  return `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`
}

/** Every control character but tab and line break; a lone carriage return is one as well. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g

/**
 * Text from outside as it may be shown on a terminal: control characters, which could move the
 * cursor, rename the window or fill the clipboard, become visible (attacks CL1).
 */
export function harmlessText(text: string): string {
  return text.replace(controls, character => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

import { revealInvisible } from './reveal-invisible.ts'

/** Every control character but tab and line break; a lone carriage return is one as well. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g

/**
 * Text from outside as it may be shown on a terminal and stand in a report: control characters, which could
 * move the cursor, rename the window or fill the clipboard, and those that hide or turn text around become
 * visible (attacks CL1, UI7).
 */
export function harmlessText(text: string): string {
  return revealInvisible(text).replace(controls, character => `\\x${hexadecimal(character, 2)}`)
}

/**
 * The same for a text within lines of the log of a pipeline: GitHub, Azure and TeamCity obey `##[`, `##vso[`
 * and `##teamcity[` wherever they stand in a line.
 */
export function harmlessWithinLog(text: string): string {
  return harmlessText(text).replace(logCommands, '#\\x23')
}

/** The same for a text that begins lines of a log: GitHub obeys those that begin with `::`. */
export function harmlessLog(text: string): string {
  return harmlessWithinLog(text).replace(/^([^\S\n]*):(?=:)/gm, '$1\\x3a')
}

/** What begins a command to a pipeline within a line, up to its word and bracket. */
const logCommands = /##(?=\w*\[)/g

/** The same for a JSON text, which stays the same JSON: such characters, and commands to a pipeline, stand as escapes in its strings. */
export function harmlessJson(json: string): string {
  return revealInvisible(json, jsonEscape).replace(controls, jsonEscape).replace(logCommands, '#\\u0023')
}

function jsonEscape(character: string): string {
  return `\\u${hexadecimal(character, 4)}`
}

function hexadecimal(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, '0')
}

import { revealAllInvisible } from './reveal-invisible.ts'

/** Every control character except tab and line break, but including a lone carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g

/**
 * Makes a text safe for terminals and reports. Control characters, which could move the cursor, rename the
 * window or fill the clipboard, and those that hide or reorder text become visible (attacks CL1, UI7).
 */
export function harmlessText(text: string): string {
  return revealAllInvisible(text).replace(controls, character => `\\x${hexadecimal(character, 2)}`)
}

/**
 * Makes a text safe within log lines of a pipeline: GitHub, Azure and TeamCity execute `##[`, `##vso[` and
 * `##teamcity[` anywhere in a line.
 */
export function harmlessWithinLog(text: string): string {
  return harmlessText(text).replace(logCommands, '#\\x23')
}

/** Makes a text safe at the beginning of log lines: GitHub executes lines that begin with `::`. */
export function harmlessLog(text: string): string {
  return harmlessWithinLog(text).replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, '$1\\x3a')
}

/** The beginning of a pipeline command within a line. */
const logCommands = /##(?=\w*\[)/g

/**
 * Makes a JSON text safe without changing its value: unsafe characters and pipeline commands are escaped in
 * its strings.
 */
export function harmlessJson(json: string): string {
  return revealAllInvisible(json, jsonEscape).replace(controls, jsonEscape).replace(logCommands, '#\\u0023')
}

function jsonEscape(character: string): string {
  return `\\u${hexadecimal(character, 4)}`
}

function hexadecimal(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, '0')
}

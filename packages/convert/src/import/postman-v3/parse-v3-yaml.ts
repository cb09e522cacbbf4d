import type { Result } from '@parley/model'
import type { ImportFailure } from '../imported.ts'
import type { JsonValue } from '../json-value.ts'
import { parseYaml } from '../yaml-value.ts'

/**
 * Parses a file of a Postman v3 collection. Numbers stay as they are written, because almost all of them are
 * values that are sent. Two mistakes of such files are repaired: `{{name}}` without quotes, which YAML reads
 * as a map, and lines of a quoted text that are indented too little.
 */
export function parseV3Yaml(text: string): Result<JsonValue, ImportFailure> {
  const options = { keepsNumbersAsWritten: true }
  const repaired = repairYaml(text)
  const result = parseYaml(repaired, options)
  // The place of an error is that in the file.
  return result.ok || repaired === text ? result : parseYaml(text, options)
}

/** What the lines that follow belong to. */
type Scalar =
  | { readonly kind: 'none' }
  /** A text below `|` or `>`, whose lines are indented more deeply than its key. */
  | { readonly kind: 'block'; readonly depth: number }
  /** A text in quotes that is not closed yet. */
  | { readonly kind: 'quoted'; readonly depth: number; readonly quote: '"' | "'" }

const none: Scalar = { kind: 'none' }

function repairYaml(text: string): string {
  let scalar: Scalar = none
  const lines = text.split('\n').map(line => {
    const depth = depthOf(line)
    if (scalar.kind === 'block' && (line.trim() === '' || depth > scalar.depth)) return line
    if (scalar.kind === 'quoted') {
      const { depth: keyDepth, quote } = scalar
      if (closes(line, quote)) scalar = none
      return line.trim() !== '' && depth <= keyDepth ? `${' '.repeat(keyDepth + 1)}${line}` : line
    }
    const { start, keyDepth } = valueIn(line)
    const value = line.slice(start)
    scalar = scalarFrom(value, keyDepth)
    return value.startsWith('{{') ? `${line.slice(0, start)}${JSON.stringify(value.trim())}` : line
  })
  return lines.join('\n')
}

function scalarFrom(value: string, depth: number): Scalar {
  if (/^[|>]/.test(value)) return { kind: 'block', depth }
  const quote = value[0]
  if ((quote === '"' || quote === "'") && !closes(value.slice(1), quote))
    return { kind: 'quoted', depth, quote }
  return none
}

/** Returns where the value of a line begins, after its list marks and its key, and the depth of the key; of none, one less than its own. */
function valueIn(line: string): { readonly start: number; readonly keyDepth: number } {
  let start = depthOf(line)
  // The lines of a text without a key may be as deep as its beginning.
  let keyDepth = start - 1
  while (line.startsWith('- ', start)) {
    keyDepth = start
    start += 2 + depthOf(line.slice(start + 2))
  }
  const key = /^[^\s"'#{[|>-][^:#"'{]*:[ \t]+/.exec(line.slice(start))?.[0]
  if (key === undefined) return { start, keyDepth }
  return { start: start + key.length, keyDepth: start }
}

/** Returns whether a text has the closing quote of a scalar. */
function closes(text: string, quote: '"' | "'"): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1
    else if (text[at] === quote) {
      if (quote === '"' || text[at + 1] !== "'") return true
      at += 1
    }
  }
  return false
}

function depthOf(line: string): number {
  let depth = 0
  while (line[depth] === ' ') depth += 1
  return depth
}

import { failed, ok, type Result } from '@parley/model'
import { parseDocument } from 'yaml'
import type { ImportFailure } from './imported.ts'
import { type JsonValue, maximumDepth } from './json-value.ts'

/** More uses of anchors than this are no document but a bomb. */
const maximumAliases = 100

/**
 * Parses YAML from outside (attacks IM5, IM6): aliases bounded, no merge keys, of a key that stands twice the last, dates stay texts, and what
 * JSON cannot hold becomes text.
 */
export function parseYaml(text: string): Result<JsonValue, ImportFailure> {
  if (isDeeper(text)) return failed({ code: 'TOO_DEEP', subject: String(maximumDepth) })
  try {
    const document = parseDocument(text, {
      schema: 'core',
      merge: false,
      uniqueKeys: false,
      logLevel: 'silent',
    })
    const [error] = document.errors
    if (error !== undefined) return failed({ code: 'NOT_YAML', subject: error.message })
    const value: unknown = document.toJS({ maxAliasCount: maximumAliases })
    return ok(jsonOf(value, 0))
  } catch (error) {
    if (error instanceof RangeError) return failed({ code: 'TOO_DEEP', subject: String(maximumDepth) })
    return failed({ code: 'NOT_YAML', subject: error instanceof Error ? error.message : '' })
  }
}

/** A cheap look at what nests: brackets on one line, or marks of lists one behind the other. */
function isDeeper(text: string): boolean {
  return new RegExp(
    `(?:[[{]\\s*){${maximumDepth}}|(?:- ){${maximumDepth}}|^ {${maximumDepth * 2}}`,
    'm',
  ).test(text)
}

function jsonOf(value: unknown, depth: number): JsonValue {
  if (depth > maximumDepth) throw new RangeError('Too deep')
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.map(one => jsonOf(one, depth + 1))
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, jsonOf(one, depth + 1)]))
  }
  return value === undefined ? null : String(value)
}

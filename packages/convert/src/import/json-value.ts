import { failed, ok, type Result } from '@parley/model'
import type { ImportFailure } from './imported.ts'

/** A value from a JSON or YAML file. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

/** An object, to be read with `member`, which returns only own keys. */
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** Deeper than any file of another client, and safe for recursive readers. */
export const maximumDepth = 500

/** Parses untrusted JSON (attacks IM5, IM6): the depth is limited, and `__proto__` is an ordinary key. */
export function parseJson(text: string): Result<JsonValue, ImportFailure> {
  const start = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  if (depthOf(start) > maximumDepth) return failed({ code: 'TOO_DEEP', subject: String(maximumDepth) })
  try {
    return ok(JSON.parse(start))
  } catch (error) {
    return failed({ code: 'NOT_JSON', subject: error instanceof Error ? error.message : '' })
  }
}

/** Returns how deeply brackets are nested, ignoring those in strings. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at)
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return deepest
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at += 1
    else if (code === 0x22) return at
  }
  return text.length
}

/** Returns whether a value is an object and not a list. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** Returns an own member of an object; undefined for anything else. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Returns the first of several members that has a value. */
function firstMember(value: JsonValue | undefined, ...names: readonly string[]): JsonValue | undefined {
  for (const name of names) {
    const found = member(value, name)
    if (found !== undefined && found !== null) return found
  }
  return undefined
}

/** Returns the entries of a list; none for anything else. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : []
}

/** Returns the own members of an object in order; none for anything else. */
export function entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isObject(value) ? Object.entries(value) : []
}

/**
 * Returns a text unchanged, numbers and booleans as text, other values as JSON, and an empty text for null.
 */
export function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns the text of the first of these members that has a value. */
export function textMember(value: JsonValue | undefined, ...names: readonly string[]): string {
  return textOf(firstMember(value, ...names))
}

/** Returns whether the member is `true`, as a boolean or a text. */
export function flagMember(value: JsonValue | undefined, name: string): boolean {
  const found = member(value, name)
  return found === true || found === 'true'
}

/**
 * Returns the value of a member of the outermost object as typed, so that numbers keep all digits; an empty text
 * without this member. The last one counts if there are several, as in `JSON.parse`.
 * @param text a JSON object
 */
export function memberText(text: string, name: string): string {
  let found = ''
  let depth = 0
  let memberName = ''
  let valueStart = -1
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    const isEnd = depth === 1 && (character === ',' || character === '}')
    if (isEnd && valueStart >= 0 && memberName === name) found = text.slice(valueStart, at).trim()
    if (isEnd) valueStart = -1
    if (character === '"') {
      const end = endOfString(text, at)
      if (depth === 1 && valueStart < 0) memberName = JSON.parse(text.slice(at, end + 1))
      at = end
    } else if (character === ':' && depth === 1 && valueStart < 0) valueStart = at + 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
  }
  return found
}

import { failed, ok, type Result } from '@parley/model'
import type { ImportFailure } from './imported.ts'

/** What JSON and YAML files hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

/** Read through `member`, which sees own keys only. */
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** Deeper than any file of another client; readers may follow a value of this depth by recursion. */
export const maximumDepth = 500

/** Parses JSON from outside (attacks IM5, IM6): bounded in depth, `__proto__` a key like any other. */
export function parseJson(text: string): Result<JsonValue, ImportFailure> {
  const start = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  if (depthOf(start) > maximumDepth) return failed({ code: 'TOO_DEEP', subject: String(maximumDepth) })
  try {
    return ok(JSON.parse(start))
  } catch (error) {
    return failed({ code: 'NOT_JSON', subject: error instanceof Error ? error.message : '' })
  }
}

/** How deep brackets are nested, those in strings apart. */
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

/** Whether a value is an object and no list. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** An own member of an object; undefined of anything else. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** The first of several names that an object has with a value. */
function firstMember(value: JsonValue | undefined, ...names: readonly string[]): JsonValue | undefined {
  for (const name of names) {
    const found = member(value, name)
    if (found !== undefined && found !== null) return found
  }
  return undefined
}

/** The entries of a list; none of anything else. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : []
}

/** The own members of an object in their order; none of anything else. */
export function entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isObject(value) ? Object.entries(value) : []
}

/** A text as it is, a number or a truth value in its own spelling, anything else as JSON; nothing for null. */
export function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The text of a member. */
export function textMember(value: JsonValue | undefined, ...names: readonly string[]): string {
  return textOf(firstMember(value, ...names))
}

/** True where the member is `true`, or the text of it. */
export function flagMember(value: JsonValue | undefined, name: string): boolean {
  const found = member(value, name)
  return found === true || found === 'true'
}

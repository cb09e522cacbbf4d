import {
  deepestJson,
  exactNumber,
  failed,
  isRawNumber,
  type JsonFault,
  type JsonObject,
  type JsonValue,
  type Result,
  readJsonTree,
  readJsonValue,
} from '@parley/model'
import type { ImportFailure } from './imported.ts'
import { textPositions } from './text-position.ts'

export { exactNumber, isRawNumber, type JsonObject, type JsonValue }

/** Deeper than any file of another client, and safe for recursive readers. */
export const maximumDepth = deepestJson

/** Returns the nearest number of JavaScript; undefined for anything but a number. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value
  return isRawNumber(value) ? Number(value.rawJSON) : undefined
}

/**
 * Parses untrusted JSON (attacks IM5, IM6): the depth is limited, `__proto__` is an ordinary key, and numbers keep their text
 * ({@link exactNumber}).
 */
export function parseJson(text: string): Result<JsonValue, ImportFailure> {
  const parsed = readJsonValue(text, {
    allowsByteOrderMark: true,
    deepest: maximumDepth,
    numberOf: exactNumber,
  })
  if (parsed.ok) return parsed
  if (parsed.failure.isTooDeep) return failed({ code: 'TOO_DEEP', subject: String(maximumDepth) })
  return failed({ code: 'NOT_JSON', subject: describeFault(text, parsed.failure) })
}

const expectations: Readonly<Record<JsonFault['expected'], string>> = {
  value: 'a value is expected',
  valueOrClose: 'a value or ] is expected',
  key: 'a name in double quotes is expected',
  keyOrClose: 'a name in double quotes or } is expected',
  colon: 'a colon is expected',
  commaOrClose: 'a comma or a closing bracket is expected',
  end: 'the end of the text is expected',
}

function describeFault(text: string, { at, tokenAt, within, expected }: JsonFault): string {
  const isString = within === 'string' || within === 'key'
  const { line, column } = textPositions(text)(isString ? at : tokenAt)
  const place = `line ${line}, column ${column}`
  if (!isString)
    return `${place}: ${expectations[expected]}${tokenAt === text.length ? ', and the text ends' : ''}`
  return `${place}: the string has ${at === text.length ? 'no end' : 'a character that is not allowed'}`
}

/** Returns whether a value is an object and not a list. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value) && !isRawNumber(value)
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
  const { root } = readJsonTree(text, { allowsByteOrderMark: true, deepest: maximumDepth })
  const found = root?.kind === 'object' ? root.members.findLast(({ key }) => key === name) : undefined
  return found === undefined ? '' : text.slice(found.value.from, found.value.to)
}

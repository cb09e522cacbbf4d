import type { ReadProblem, Result } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import {
  entriesOf,
  isObject,
  isRawNumber,
  type JsonValue,
  listOf,
  member,
  textMember,
  textOf,
} from '../json-value.ts'

/** A broken part may hide another one. */
const maximumRounds = 5

/**
 * Reads a value of the OpenCollection format. A number or boolean in the place of a text, which other programs write, is read as
 * that text; other invalid parts are omitted and reported. Returns null if nothing readable is left.
 */
export function readLeniently<Entity>(
  value: JsonValue,
  read: (value: unknown) => Result<Entity, readonly ReadProblem[]>,
  log: ImportLog,
): Entity | null {
  let rest = withoutRawNumbers(value)
  for (let round = 0; round < maximumRounds; round += 1) {
    const result = read(rest)
    if (result.ok) return result.value
    for (const { path } of result.failure) {
      const place = brokenPart(path, rest)
      const broken = at(rest, place)
      if (place.length === 0 || broken === undefined) return null
      if (typeof broken === 'number' || typeof broken === 'boolean')
        rest = replaced(rest, place, textOf(broken))
      else {
        report(place, broken, log)
        rest = replaced(rest, place, undefined)
      }
    }
  }
  return null
}

/** The format has such numbers as texts only. */
function withoutRawNumbers(value: JsonValue): JsonValue {
  if (isRawNumber(value)) return textOf(value)
  if (isObject(value))
    return Object.fromEntries(entriesOf(value).map(([name, one]) => [name, withoutRawNumbers(one)]))
  return Array.isArray(value) ? listOf(value).map(withoutRawNumbers) : value
}

/**
 * Returns the path of the part to omit: an unknown authorization scheme as a whole, or a value that lacks
 * something.
 */
function brokenPart(path: readonly (string | number)[], value: JsonValue): readonly (string | number)[] {
  const auth = path.indexOf('auth')
  let place = auth >= 0 ? path.slice(0, auth + 1) : path
  while (place.length > 0 && at(value, place) === undefined) place = place.slice(0, -1)
  return place
}

function report(place: readonly (string | number)[], broken: JsonValue, log: ImportLog): void {
  const name = place.at(-1)
  if (name === 'auth') log.loss('AUTH_NOT_SUPPORTED', textMember(broken, 'type'))
  else if (name === 'body') log.loss('BODY_NOT_SUPPORTED', textOf(broken))
  else {
    const text = textOf(broken)
    const isSecret = /password|passphrase|secret|token|key/i.test(`${place.join('.')} ${text}`)
    log.loss('SETTING_NOT_SUPPORTED', isSecret ? place.join('.') : `${place.join('.')}: ${text}`)
  }
}

function at(value: JsonValue, place: readonly (string | number)[]): JsonValue | undefined {
  let found: JsonValue | undefined = value
  for (const step of place) found = typeof step === 'number' ? listOf(found)[step] : member(found, step)
  return found
}

/** Returns a value with another one at a place; `undefined` removes what is there. */
function replaced(
  value: JsonValue,
  [first, ...rest]: readonly (string | number)[],
  by: string | undefined,
): JsonValue {
  const changed = (one: JsonValue) => (rest.length > 0 ? replaced(one, rest, by) : by)
  if (isObject(value)) {
    const entries = entriesOf(value).flatMap(([name, one]) => {
      const next = name === first ? changed(one) : one
      return next === undefined ? [] : [[name, next] as const]
    })
    return Object.fromEntries(entries)
  }
  if (!Array.isArray(value)) return value
  // A hole keeps the positions of later entries.
  return listOf(value).map((one, index) => (index === first ? (changed(one) ?? null) : one))
}

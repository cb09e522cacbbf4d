import { entriesOf, isObject, type JsonValue, listOf } from '../json-value.ts'

/**
 * Returns pairs as the list of `{key, value}` that collections v2.1 have: v3 writes a map of names and
 * values, or such a list where a row has a description or is not ticked.
 */
export function v3Pairs(value: JsonValue | undefined): readonly JsonValue[] {
  if (isObject(value)) return entriesOf(value).map(([key, one]) => ({ key, value: one ?? '' }))
  return listOf(value).filter(isObject)
}

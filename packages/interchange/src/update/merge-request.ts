import { isDeepStrictEqual } from 'node:util'
import type { DraftFields, HttpRequest, Row, Variable } from '@parley/model'

/** A merged request, and the fields that both sides had changed. */
export interface MergedRequest {
  readonly request: HttpRequest
  /** The names of the fields that the document changed. */
  readonly changed: readonly string[]
  /** The names of the fields that both changed; the user's values are kept. */
  readonly conflicts: readonly string[]
}

type Named = Row | Variable

/** Groups of fields that are merged as a whole. */
const fieldGroups: readonly (readonly [name: string, fields: readonly (keyof DraftFields)[]])[] = [
  ['the name', ['name']],
  ['the method', ['method']],
  ['the URL and its params', ['url', 'params']],
  ['the body', ['body']],
  ['authorization', ['auth']],
  ['the documentation', ['docs']],
  ['the examples', ['examples']],
]

/**
 * Merges a document's changes since the import into a request of the user: fields that the user did not
 * change get the document's value; the user's changes and additions are kept.
 * @param base the request as imported
 * @param next the request as it would be imported now
 */
export function mergeRequest(base: HttpRequest, next: HttpRequest, mine: HttpRequest): MergedRequest {
  const changed: string[] = []
  const conflicts: string[] = []
  let request = mine
  for (const [name, fields] of fieldGroups) {
    const isSame = (one: HttpRequest, other: HttpRequest) =>
      fields.every(field => isDeepStrictEqual(one[field], other[field]))
    if (isSame(base, next) || isSame(mine, next)) continue
    if (isSame(mine, base)) {
      request = { ...request, ...picked(next, fields) }
      changed.push(name)
    } else conflicts.push(name)
  }
  const rows = <Entry extends Named>(name: string, from: (one: HttpRequest) => readonly Entry[]) => {
    const merged = mergeNamed(from(base), from(next), from(mine))
    if (!isDeepStrictEqual(merged, from(mine))) changed.push(name)
    return merged
  }
  const listed = {
    pathParams: rows('path variables', one => one.pathParams),
    headers: rows('headers', one => one.headers),
    cookies: rows('cookies', one => one.cookies),
    variables: rows('variables', one => one.variables),
  }
  return { request: { ...request, ...listed }, changed, conflicts }
}

/** Merges named entries by the same rule; the user's entries keep their order, and new ones follow. */
export function mergeNamed<Entry extends Named>(
  base: readonly Entry[],
  next: readonly Entry[],
  mine: readonly Entry[],
): readonly Entry[] {
  const find = (entries: readonly Entry[], name: string) => entries.find(one => one.name === name)
  const kept = mine.flatMap(one => {
    const before = find(base, one.name)
    if (before === undefined || !isDeepStrictEqual(before, one)) return [one]
    return find(next, one.name) ?? []
  })
  const added = next.filter(one => find(base, one.name) === undefined && find(mine, one.name) === undefined)
  return [...kept, ...added]
}

function picked(from: HttpRequest, fields: readonly (keyof DraftFields)[]): Partial<DraftFields> {
  return Object.fromEntries(fields.map(field => [field, from[field]]))
}

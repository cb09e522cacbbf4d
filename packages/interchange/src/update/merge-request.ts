import { isDeepStrictEqual } from 'node:util'
import type { HttpRequest, Row, Variable } from '@parley/model'

/** A request that was merged, and what of it both sides had changed. */
export interface MergedRequest {
  readonly request: HttpRequest
  /** Fields that the document changed, by what people call them. */
  readonly changed: readonly string[]
  /** Fields that both changed; the user's stand. */
  readonly conflicts: readonly string[]
}

type Named = Row | Variable

/** Fields of which each is one thing. */
const wholes: readonly (readonly [name: string, fields: readonly (keyof HttpRequest)[]])[] = [
  ['the name', ['name']],
  ['the method', ['method']],
  ['the URL and its params', ['url', 'params']],
  ['the body', ['body']],
  ['authorization', ['auth']],
  ['the documentation', ['docs']],
  ['the examples', ['examples']],
]

/**
 * A request of the user with what a document changed since it was imported: what the user did not touch becomes
 * what the document says, what the user changed or added stays.
 * @param base as it was imported
 * @param next as it would be imported now
 */
export function mergeRequest(base: HttpRequest, next: HttpRequest, mine: HttpRequest): MergedRequest {
  const changed: string[] = []
  const conflicts: string[] = []
  let request = mine
  for (const [name, fields] of wholes) {
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

/** Named entries by the same rule; the user's keep their order, new ones come behind them. */
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

function picked(from: HttpRequest, fields: readonly (keyof HttpRequest)[]): Partial<HttpRequest> {
  return Object.fromEntries(fields.map(field => [field, from[field]]))
}

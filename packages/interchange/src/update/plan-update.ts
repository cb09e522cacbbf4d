import { isDeepStrictEqual } from 'node:util'
import {
  type Collection,
  type HttpRequest,
  type Item,
  readItem,
  splitRequestUrl,
  writeItem,
} from '@parley/model'
import { mergeRequest } from './merge-request.ts'

/** A request of the user's collection, with its path in the workspace. */
export interface PlacedRequest {
  readonly path: string
  readonly version: string
  readonly folders: readonly string[]
  readonly request: HttpRequest
}

/** The changes of an update to a collection that was imported from an earlier version of its document. */
export interface UpdatePlan {
  readonly added: readonly { readonly folders: readonly string[]; readonly request: HttpRequest }[]
  readonly changed: readonly {
    readonly mine: PlacedRequest
    readonly request: HttpRequest
    readonly fields: readonly string[]
  }[]
  readonly removed: readonly PlacedRequest[]
  /** The user's versions that are kept although the document differs, as sentences. */
  readonly kept: readonly string[]
}

interface Described {
  readonly folders: readonly string[]
  readonly request: HttpRequest
}

/** Compares an earlier version of a document, the new one, and the user's changes to the earlier one. */
export function planUpdate(base: Collection, next: Collection, mine: readonly PlacedRequest[]): UpdatePlan {
  const [before, now] = [byKey(base), byKey(next)]
  const found = matched(before, mine)
  const plan = {
    added: [] as { folders: readonly string[]; request: HttpRequest }[],
    changed: [] as { mine: PlacedRequest; request: HttpRequest; fields: readonly string[] }[],
    removed: [] as PlacedRequest[],
    kept: [] as string[],
  }
  for (const [key, { request: old }] of before) {
    const [own, fresh] = [found.get(key), now.get(key)?.request]
    if (own === undefined) {
      if (fresh !== undefined && !isDeepStrictEqual(old, fresh))
        plan.kept.push(`${key} changed in the document; you deleted it, so it stays deleted.`)
    } else if (fresh === undefined) {
      if (isDeepStrictEqual(comparable(own.request), old)) plan.removed.push(own)
      else plan.kept.push(`${key} is no longer in the document; you changed it, so it stays.`)
    } else {
      const { request, changed, conflicts } = mergeRequest(old, fresh, own.request)
      if (changed.length > 0) plan.changed.push({ mine: own, request, fields: changed })
      for (const conflict of conflicts)
        plan.kept.push(`${key}: ${conflict} changed in the document and here; yours stays.`)
    }
  }
  const owned = new Set(mine.map(one => keyOf(one.request)))
  for (const [key, one] of now) {
    if (before.has(key)) continue
    if (owned.has(key))
      plan.kept.push(`${key} is new in the document; you have one of your own, which stays.`)
    else plan.added.push(one)
  }
  return plan
}

/** Returns whether the update changes nothing. */
export function isUnchanged({ added, changed, removed }: UpdatePlan): boolean {
  return added.length + changed.length + removed.length === 0
}

/** Returns the differences as lines for the user. */
export function planLines({ added, changed, removed, kept }: UpdatePlan): readonly string[] {
  return [
    ...added.map(({ request }) => `New: ${request.name} (${keyOf(request)})`),
    ...changed.map(({ mine, fields }) => `Changed: ${mine.request.name}: ${fields.join(', ')}`),
    ...removed.map(({ request }) => `Removed: ${request.name} (${keyOf(request)})`),
    ...kept.map(sentence => `Kept: ${sentence}`),
  ]
}

/** Returns what identifies an operation, whatever its name: its method and path. */
function keyOf({ method, url }: HttpRequest): string {
  return `${method} ${splitRequestUrl(url).base.replace(/^\{\{baseUrl\}\}/, '')}`
}

function byKey(collection: Collection): ReadonlyMap<string, Described> {
  const all = new Map<string, Described>()
  const visit = (items: readonly Item[], folders: readonly string[]) => {
    for (const item of items) {
      if (item.kind === 'folder') visit(item.items, [...folders, item.name])
      else if (item.kind === 'http') {
        const request = comparable(item)
        all.set(keyOf(request), { folders, request })
      }
    }
  }
  visit(collection.items, [])
  return all
}

/** Matches requests by method and path, or, if the user changed these, by name and folder. */
function matched(
  before: ReadonlyMap<string, Described>,
  mine: readonly PlacedRequest[],
): ReadonlyMap<string, PlacedRequest> {
  const found = new Map<string, PlacedRequest>()
  const left = new Set(mine)
  const take = (key: string, isOne: (one: PlacedRequest) => boolean) => {
    const own = found.has(key) ? undefined : [...left].find(isOne)
    if (own === undefined) return
    found.set(key, own)
    left.delete(own)
  }
  const keys = new Map(mine.map(one => [one, keyOf(one.request)]))
  const byOwnKey = new Map([...keys].map(([one, key]) => [key, one]))
  for (const key of before.keys()) {
    const own = byOwnKey.get(key)
    if (own !== undefined) take(key, one => one === own)
  }
  for (const [key, { folders, request }] of before)
    take(
      key,
      one =>
        one.request.name === request.name &&
        isDeepStrictEqual(one.folders, folders) &&
        !before.has(keys.get(one) ?? ''),
    )
  return found
}

/** Returns the request as it would be read from its file, without its position. */
function comparable(request: HttpRequest): HttpRequest {
  const read = readItem(writeItem(request))
  const { sequence: _, ...rest } = read.ok && read.value.kind === 'http' ? read.value : request
  return rest
}

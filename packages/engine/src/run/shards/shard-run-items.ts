import type { RunItem } from '../run-item.ts'
import type { RunShard } from './run-shard.ts'

/** The tag of a folder whose requests are sent by one shard, as they need each other's values. */
export const keepTogetherTag = 'keep-together'

/**
 * Returns the requests that one shard sends, in their order. Every request is in exactly one shard. Its path alone says in
 * which, so other requests can be added and removed. Folders with the tag `keep-together` stay whole.
 * @param times - milliseconds by the keys of requests: shards then take about the same time, and all of them need the same
 * requests and times; null: the path decides
 */
export function shardRunItems(
  items: readonly RunItem[],
  { index, count }: RunShard,
  times: ReadonlyMap<string, number> | null = null,
): readonly RunItem[] {
  const shardOf = times === null ? shardByPath(count) : shardByTime(items, count, times)
  return items.filter(item => shardOf(unitOf(item)) === index - 1)
}

/** Returns the name of what stays together with a request: the outermost folder with the tag, or the request itself. */
function unitOf({ key, context: { ancestors } }: RunItem): string {
  const at = ancestors.findIndex(one => one.kind === 'folder' && one.tags.includes(keepTogetherTag))
  if (at === -1) return key
  // No key of a request ends with a slash.
  return ancestors
    .slice(0, at + 1)
    .map(({ name }) => `${name.replaceAll('/', '∕')}/`)
    .join('')
}

function shardByPath(count: number): (unit: string) => number {
  return unit => hashOf(unit) % count
}

/** FNV-1a over the UTF-16 code units, then the last steps of MurmurHash3, as FNV-1a mixes its low bits badly. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Gives each unit, the longest first, to the shard that has the least to do. Unknown requests take the average time. */
function shardByTime(
  items: readonly RunItem[],
  count: number,
  times: ReadonlyMap<string, number>,
): (unit: string) => number {
  const known = items.flatMap(({ key }) => times.get(key) ?? [])
  const average = known.length === 0 ? 1 : known.reduce((sum, ms) => sum + ms, 0) / known.length
  const timeOfUnit = new Map<string, number>()
  for (const item of items) {
    const unit = unitOf(item)
    timeOfUnit.set(unit, (timeOfUnit.get(unit) ?? 0) + (times.get(item.key) ?? average))
  }
  const longestFirst = [...timeOfUnit].sort(
    ([one, oneMs], [other, otherMs]) => otherMs - oneMs || (one < other ? -1 : 1),
  )
  const totals = Array.from({ length: count }, () => 0)
  const shards = new Map<string, number>()
  for (const [unit, ms] of longestFirst) {
    const least = leastOf(totals)
    totals[least] = (totals[least] ?? 0) + ms
    shards.set(unit, least)
  }
  return unit => shards.get(unit) ?? 0
}

function leastOf(totals: readonly number[]): number {
  let least = 0
  totals.forEach((total, at) => {
    if (total < (totals[least] ?? 0)) least = at
  })
  return least
}

import { describe, expect, test } from 'vitest'
import { folderOf, itemsOf, request } from '../run-fixture.testkit.ts'
import type { RunItem } from '../run-item.ts'
import { keepTogetherTag, shardRunItems } from './shard-run-items.ts'

const names = (items: readonly RunItem[]) => items.map(({ key }) => key)

const together = (name: string, ...items: Parameters<typeof folderOf>[1][]) => ({
  ...folderOf(name, ...items),
  tags: ['smoke', keepTogetherTag],
})

/** 10,000 requests in folders, every tenth folder of which stays together; many names are used several times. */
const many = itemsOf(
  ...Array.from({ length: 100 }, (_, at) =>
    (at % 10 === 0 ? together : folderOf)(
      `F${at % 90}/${at % 7}`,
      ...Array.from({ length: 100 }, (__, place) => request(`R${place % 60}`)),
    ),
  ),
)

const times = new Map(many.slice(0, 9000).map(({ key }, at) => [key, (at * 37) % 500] as const))

const shardsOf = (items: readonly RunItem[], count: number, known: ReadonlyMap<string, number> | null) =>
  Array.from({ length: count }, (_, at) => shardRunItems(items, { index: at + 1, count }, known))

describe.each([
  ['by path', null],
  ['by time', times],
] as const)('shards of 10,000 requests %s', (_, known) => {
  test.each([1, 5])('%d of them are together the whole, and have nothing twice', count => {
    const shards = shardsOf(many, count, known)
    expect(shards.flatMap(names).toSorted()).toEqual(names(many).toSorted())
    const place = new Map(many.map((item, at) => [item, at]))
    for (const shard of shards) {
      const places = shard.map(item => place.get(item) ?? -1)
      expect(places.every((at, of) => of === 0 || at > (places[of - 1] ?? -1))).toBe(true)
    }
  })

  test('a folder that stays together is in one shard, with what is in its folders', () => {
    const nested = itemsOf(
      request('A'),
      together('Order', request('Add'), folderOf('Lines', request('One'), together('Two', request('B')))),
      ...Array.from({ length: 30 }, (__, at) => request(`R${at}`)),
    )
    for (const items of [nested, many]) {
      const shards = shardsOf(items, 5, known)
      const shardOf = new Map(shards.flatMap((shard, at) => shard.map(item => [item, at] as const)))
      const shardsOfFolders = new Map<unknown, Set<number | undefined>>()
      for (const item of items) {
        const folder = item.context.ancestors[1]
        if (folder?.kind !== 'folder' || !folder.tags.includes(keepTogetherTag)) continue
        shardsOfFolders.set(folder, (shardsOfFolders.get(folder) ?? new Set()).add(shardOf.get(item)))
      }
      expect(shardsOfFolders.size).toBeGreaterThan(0)
      for (const found of shardsOfFolders.values()) expect(found.size).toBe(1)
    }
  })
})

test('the path of a request decides, whatever else there is', () => {
  const some = Array.from({ length: 200 }, (_, at) => request(`Request ${at}`))
  const fewer = some.filter((_, at) => at % 3 === 1)
  const [all, left] = [some, fewer].map(one => shardsOf(itemsOf(...one), 5, null).map(names))
  const there = new Set(names(itemsOf(...fewer)))
  expect(left).toEqual(all?.map(shard => shard.filter(key => there.has(key))))
})

test('the shard of a path is the same on all machines and in all versions', () => {
  const keys = ['List', 'Add', 'Ümlaut', '日本', 'a/b'].map(name => request(name))
  expect(shardsOf(itemsOf(...keys), 3, null).map(names)).toEqual([
    [],
    ['C/List', 'C/Add', 'C/日本'],
    ['C/Ümlaut', 'C/a∕b'],
  ])
})

test('each shard gets a fair part of the requests by path, and of the time by time', () => {
  const single = itemsOf(...Array.from({ length: 10_000 }, (_, at) => request(`R${at}`)))
  for (const shard of shardsOf(single, 10, null)) expect(Math.abs(shard.length - 1000)).toBeLessThan(150)
  const known = new Map(single.map(({ key }, at) => [key, at % 100 === 0 ? 1000 : 1] as const))
  const totals = shardsOf(single, 10, known).map(shard =>
    shard.reduce((sum, { key }) => sum + (known.get(key) ?? 0), 0),
  )
  expect(Math.max(...totals) / Math.min(...totals)).toBeLessThan(1.01)
})

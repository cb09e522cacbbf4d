import { isDeepStrictEqual } from 'node:util'
import type { OpenCollectionObject, OpenCollectionValue } from '@parley/model'
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { matchLists } from './match-lists.ts'

/**
 * Changes a document from what `before` says to what `after` says, and nothing else: keys that neither
 * names, comments, the order of keys and the style of each value stay. `before` is what Parley would write
 * for the document as it is, so what Parley leaves out and the file states is left alone too.
 */
export function mergeValue(
  document: Document,
  before: OpenCollectionObject,
  after: OpenCollectionObject,
  order: ListOrder,
): void {
  if (isMap(document.contents)) new ValueMerge(document, order).mergeMap(document.contents, before, after)
}

/**
 * A list in a file may mix what Parley writes one kind after the other, as query and path params: `file`
 * leaves its entries where they are, `written` puts them as Parley would, which a new order asks for.
 */
export type ListOrder = 'file' | 'written'

class ValueMerge {
  readonly #document: Document
  readonly #order: ListOrder

  constructor(document: Document, order: ListOrder) {
    this.#document = document
    this.#order = order
  }

  mergeMap(map: YAMLMap, before: OpenCollectionObject, after: OpenCollectionObject): void {
    for (const [key, value] of Object.entries(before))
      if (!Object.hasOwn(after, key)) removeKey(map, key, value)
    const keys = Object.keys(after)
    for (const [index, key] of keys.entries()) {
      const [old, value] = [Object.hasOwn(before, key) ? before[key] : undefined, after[key]]
      if (value === undefined || isDeepStrictEqual(old, value)) continue
      const pair = pairOf(map, key)
      if (pair === undefined) this.#insertKey(map, keys.slice(0, index), key, value)
      else pair.value = this.#mergeNode(pair.value, old, value)
    }
  }

  /** The node with the new value: the same where it can be changed in place. */
  #mergeNode(node: unknown, before: OpenCollectionValue | undefined, after: OpenCollectionValue): Node {
    if (isMap(node) && isObject(after)) {
      this.mergeMap(node, isObject(before) ? before : {}, after)
      return node
    }
    if (isSeq(node) && Array.isArray(before) && isList(after)) {
      this.#mergeList(node, before, after)
      return node
    }
    if (isScalar(node) && !isObject(after) && !isList(after)) {
      // A text over several lines is a block, and one line is none.
      if (typeof node.value === 'string' && typeof after === 'string') {
        if (node.value.includes('\n') !== after.includes('\n')) delete node.type
      } else delete node.type
      node.value = after
      delete node.source
      return node
    }
    const made = this.#document.createNode(after)
    if (isNode(node)) {
      made.commentBefore = node.commentBefore ?? null
      made.spaceBefore = node.spaceBefore ?? false
    }
    return made
  }

  #mergeList(
    list: YAMLSeq,
    before: readonly OpenCollectionValue[],
    after: readonly OpenCollectionValue[],
  ): void {
    const places = placesOf(list, before)
    if (places === null) {
      list.items = after.map(value => this.#document.createNode(value))
      return
    }
    const nodes: unknown[] = []
    const stays = [...matchLists(before, after, isDeepStrictEqual), [before.length, after.length] as const]
    let [fromBefore, fromAfter] = [0, 0]
    for (const [inBefore, inAfter] of stays) {
      for (const [offset, value] of after.slice(fromAfter, inAfter).entries()) {
        const changed = fromBefore + offset
        const node = changed < inBefore ? list.items[places[changed] ?? -1] : undefined
        nodes.push(
          node === undefined
            ? this.#document.createNode(value)
            : this.#mergeNode(node, before[changed], value),
        )
      }
      if (inBefore < before.length) nodes.push(list.items[places[inBefore] ?? -1])
      ;[fromBefore, fromAfter] = [inBefore + 1, inAfter + 1]
    }
    const ours = new Set(places)
    const strangers = list.items.filter((_, index) => !ours.has(index))
    const merged = [...nodes, ...strangers]
    list.items = this.#order === 'file' ? inOrderOf(list.items, merged) : merged
  }

  /** After the nearest key that is written before it. */
  #insertKey(map: YAMLMap, keysBefore: readonly string[], key: string, value: OpenCollectionValue): void {
    const pair = this.#document.createPair(key, value)
    const index = keysBefore
      .map(one => map.items.findIndex(other => keyName(other) === one))
      .reduce((last, one) => Math.max(last, one), -1)
    const isPart = map === this.#document.contents && map.items.slice(1).some(one => hasSpaceBefore(one))
    if (isPart && index >= 0 && isScalar(pair.key)) pair.key.spaceBefore = true
    map.items.splice(index + 1, 0, pair)
  }
}

/** Nodes that stood in the list keep their order among each other; new ones stay behind the one before them. */
function inOrderOf(list: readonly unknown[], nodes: readonly unknown[]): unknown[] {
  const places = new Map(list.map((node, index) => [node, index]))
  let place = -1
  const placed = nodes.map(node => {
    place = places.get(node) ?? place
    return { node, place, isNew: !places.has(node) }
  })
  return placed
    .toSorted((one, other) => one.place - other.place || Number(one.isNew) - Number(other.isNew))
    .map(({ node }) => node)
}

/**
 * Where in the file's list each entry stands that was read from it: the file may hold more, such as empty
 * entries, and in another order. Null where one cannot be found.
 */
function placesOf(list: YAMLSeq, before: readonly OpenCollectionValue[]): readonly number[] | null {
  const values: unknown[] = list.items.map(item => (isNode(item) ? item.toJSON() : item))
  const free = new Set(values.keys())
  const places: number[] = []
  for (const entry of before) {
    const place = [...free].find(index => states(values[index], entry))
    if (place === undefined) return null
    free.delete(place)
    places.push(place)
  }
  return places
}

/** Whether a file's value says all that Parley would write for it. */
function states(stated: unknown, written: OpenCollectionValue): boolean {
  if (isList(written))
    return Array.isArray(stated) && written.every(one => stated.some((other: unknown) => states(other, one)))
  if (!isObject(written)) return Object.is(stated, written)
  if (typeof stated !== 'object' || stated === null) return false
  return Object.entries(written).every(([key, value]) => {
    const other: unknown = Object.hasOwn(stated, key) ? Reflect.get(stated, key) : undefined
    return other === undefined || other === null ? isImplied(value) : states(other, value)
  })
}

/** What is written for a key that a file leaves out: a type or a placement that is the usual one. */
function isImplied(value: OpenCollectionValue): boolean {
  return typeof value !== 'object' || value === null
}

function removeKey(map: YAMLMap, key: string, written: OpenCollectionValue): void {
  const node = map.get(key, true)
  if (isMap(node) && isObject(written)) {
    for (const [inner, value] of Object.entries(written)) removeKey(node, inner, value)
    if (node.items.length > 0) return
  }
  map.delete(key)
}

function hasSpaceBefore({ key }: Pair): boolean {
  return isScalar(key) && key.spaceBefore === true
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find(pair => keyName(pair) === key)
}

function keyName({ key }: Pair): unknown {
  return isScalar(key) ? key.value : key
}

function isObject(value: OpenCollectionValue | undefined): value is OpenCollectionObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isList(value: OpenCollectionValue | undefined): value is readonly OpenCollectionValue[] {
  return Array.isArray(value)
}

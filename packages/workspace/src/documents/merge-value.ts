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
 * Changes a document from `before` to `after` and nothing else: keys that neither has, comments, the order of
 * keys and the style of each value are kept. `before` is the value that Parley would write for the present
 * document, so keys that Parley omits but the file states are kept too.
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
 * The order of list entries. A file may mix entries that Parley writes kind by kind, for example query and
 * path params: `file` keeps the order of the file, `written` uses Parley's order, which a reordering
 * requires.
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
    // Another client's word for the opposite, which would stay as it was.
    if (before.disabled !== after.disabled) map.delete('enabled')
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

  /** Returns a node with the new value: the same node if it can be changed in place. */
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
      // A text of several lines is a block scalar; a text of one line is not.
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
    const positions = positionsOf(list, before)
    if (positions === null) {
      list.items = after.map(value => this.#document.createNode(value))
      return
    }
    const nodes: unknown[] = []
    const stays = [...matchLists(before, after, isDeepStrictEqual), [before.length, after.length] as const]
    let [fromBefore, fromAfter] = [0, 0]
    for (const [inBefore, inAfter] of stays) {
      for (const [offset, value] of after.slice(fromAfter, inAfter).entries()) {
        const changed = fromBefore + offset
        const node = changed < inBefore ? list.items[positions[changed] ?? -1] : undefined
        nodes.push(
          node === undefined
            ? this.#document.createNode(value)
            : this.#mergeNode(node, before[changed], value),
        )
      }
      if (inBefore < before.length) nodes.push(list.items[positions[inBefore] ?? -1])
      ;[fromBefore, fromAfter] = [inBefore + 1, inAfter + 1]
    }
    const ours = new Set(positions)
    const others = list.items.filter((_, index) => !ours.has(index))
    const merged = [...nodes, ...others]
    list.items = this.#order === 'file' ? sortedLike(list.items, merged) : merged
  }

  /** Inserts a key after the nearest key that Parley writes before it. */
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

/**
 * Sorts nodes: nodes from the list keep their relative order, and each new one follows the node before it.
 */
function sortedLike(list: readonly unknown[], nodes: readonly unknown[]): unknown[] {
  const positions = new Map(list.map((node, index) => [node, index]))
  let position = -1
  const placed = nodes.map(node => {
    position = positions.get(node) ?? position
    return { node, position, isNew: !positions.has(node) }
  })
  return placed
    .toSorted((one, other) => one.position - other.position || Number(one.isNew) - Number(other.isNew))
    .map(({ node }) => node)
}

/**
 * Returns the position in the file's list of each entry that was read from it. The file may contain more
 * entries, for example empty ones, and in another order. Returns null if an entry cannot be found.
 */
function positionsOf(list: YAMLSeq, before: readonly OpenCollectionValue[]): readonly number[] | null {
  const values: unknown[] = list.items.map(item => (isNode(item) ? item.toJSON() : item))
  const free = new Set(values.keys())
  const positions: number[] = []
  for (const entry of before) {
    const position = [...free].find(index => containsWritten(values[index], entry))
    if (position === undefined) return null
    free.delete(position)
    positions.push(position)
  }
  return positions
}

/** Returns whether a file's value contains everything that Parley would write for it. */
function containsWritten(stated: unknown, written: OpenCollectionValue): boolean {
  if (isList(written))
    return (
      Array.isArray(stated) &&
      written.every(one => stated.some((other: unknown) => containsWritten(other, one)))
    )
  if (!isObject(written)) return Object.is(stated, written)
  if (typeof stated !== 'object' || stated === null) return false
  return Object.entries(written).every(([key, value]) => {
    const other: unknown = Object.hasOwn(stated, key) ? Reflect.get(stated, key) : undefined
    return other === undefined || other === null ? isImplied(value) : containsWritten(other, value)
  })
}

/** Returns whether a value is a default that a file may omit, for example a type or a placement. */
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

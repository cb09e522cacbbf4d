import { editParams, type HttpRequest, paramsFromUrl, pathVariableNames, type Row, row } from '@parley/model'
import type { TableKind } from './table-kind.ts'

/** The tables of a request. */
export type RowTable = 'params' | 'headers' | 'cookies'

/** The draft after its URL was typed: the Params table follows (behaviour 2.1). */
export function withUrl(draft: HttpRequest, url: string): HttpRequest {
  return { ...draft, url, params: paramsFromUrl(url, draft.params) }
}

/** The draft after a table was edited; an edit of Params rewrites the URL (behaviour 2.1). */
export function withRows(draft: HttpRequest, table: RowTable, rows: readonly Row[]): HttpRequest {
  if (table !== 'params') return { ...draft, [table]: rows }
  return { ...draft, ...editParams(draft.url, draft.params, rows) }
}

/** Changes an item; the index after the last one is the empty row, which then becomes a real one. */
export function changeItem<Item>(
  items: readonly Item[],
  index: number,
  blank: Item,
  change: (item: Item) => Item,
): readonly Item[] {
  if (index >= items.length) return [...items, change(blank)]
  return items.map((old, at) => (at === index ? change(old) : old))
}

export function removeItem<Item>(items: readonly Item[], index: number): readonly Item[] {
  return items.filter((_, at) => at !== index)
}

/** Moves an item one place up (-1) or down (1); at an end nothing changes. */
export function moveItem<Item>(items: readonly Item[], index: number, by: -1 | 1): readonly Item[] {
  const moved = items[index]
  const other = items[index + by]
  if (moved === undefined || other === undefined) return items
  return items.map((old, at) => (at === index ? other : at === index + by ? moved : old))
}

/** Ticks every item, or unticks all where all are ticked. */
export function toggleAllItems<Item>(items: readonly Item[], kind: TableKind<Item>): readonly Item[] {
  const enabled = !items.every(kind.isEnabled)
  return items.map(item => kind.withEnabled(item, enabled))
}

/**
 * Replaces the item they were pasted into if it is empty, otherwise inserts after it; a paste never removes
 * anything.
 */
export function insertItems<Item>(
  items: readonly Item[],
  index: number,
  pasted: readonly Item[],
  kind: TableKind<Item>,
): readonly Item[] {
  const target = items[index]
  const isEmpty =
    target === undefined || (kind.text(target, 'key') === '' && kind.text(target, 'value') === '')
  const start = isEmpty ? index : index + 1
  return [...items.slice(0, start), ...pasted, ...items.slice(isEmpty ? index + 1 : start)]
}

/** A row for each path variable of the URL, with the value that was typed for it. */
export function pathRows(draft: Pick<HttpRequest, 'url' | 'pathParams'>): readonly Row[] {
  return pathVariableNames(draft.url).map(
    name => draft.pathParams.find(old => old.name === name) ?? row(name, ''),
  )
}

/**
 * Returns the draft with a path variable's value. Values of names that left the URL are kept, in case they
 * return.
 */
export function withPathValue(draft: HttpRequest, name: string, value: string): HttpRequest {
  const isKnown = draft.pathParams.some(old => old.name === name)
  const pathParams = isKnown
    ? draft.pathParams.map(old => (old.name === name ? { ...old, value, enabled: true } : old))
    : [...draft.pathParams, row(name, value)]
  return { ...draft, pathParams }
}

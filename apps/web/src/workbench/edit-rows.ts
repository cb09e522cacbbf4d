import { editParams, type HttpRequest, paramsFromUrl, pathVariableNames, type Row, row } from '@parley/model'

/** The tables of a request. */
export type RowTable = 'params' | 'headers' | 'cookies'

/** The draft after its URL was typed: the Params table follows (spec 2.1). */
export function withUrl(draft: HttpRequest, url: string): HttpRequest {
  return { ...draft, url, params: paramsFromUrl(url, draft.params) }
}

/** The draft after a table was edited; an edit of Params rewrites the URL (spec 2.1). */
export function withRows(draft: HttpRequest, table: RowTable, rows: readonly Row[]): HttpRequest {
  if (table !== 'params') return { ...draft, [table]: rows }
  return { ...draft, ...editParams(draft.url, draft.params, rows) }
}

/** Changes a row; the index after the last one is the empty row, which then becomes a real one. */
export function changeRow(rows: readonly Row[], index: number, change: Partial<Row>): readonly Row[] {
  if (index >= rows.length) return [...rows, { ...row('', ''), ...change }]
  return rows.map((old, at) => (at === index ? { ...old, ...change } : old))
}

export function removeRow(rows: readonly Row[], index: number): readonly Row[] {
  return rows.filter((_, at) => at !== index)
}

/** Moves a row one place up (-1) or down (1); at an end nothing changes. */
export function moveRow(rows: readonly Row[], index: number, by: -1 | 1): readonly Row[] {
  const moved = rows[index]
  const other = rows[index + by]
  if (moved === undefined || other === undefined) return rows
  return rows.map((old, at) => (at === index ? other : at === index + by ? moved : old))
}

/** Ticks every row, or unticks all where all are ticked. */
export function toggleAllRows(rows: readonly Row[]): readonly Row[] {
  const enabled = !rows.every(old => old.enabled)
  return rows.map(old => ({ ...old, enabled }))
}

/**
 * The rows of a pasted text of several `key: value` lines, or null where it is no such text and is
 * pasted as it is. A line that begins with `//` is an unticked row.
 */
export function rowsFromText(text: string): readonly Row[] | null {
  const lines = text.split(/\r\n|\r|\n/).filter(line => line.trim() !== '')
  if (lines.length < 2) return null
  const rows: Row[] = []
  for (const line of lines) {
    const enabled = !line.trimStart().startsWith('//')
    const content = enabled ? line : line.trimStart().slice(2)
    const colon = content.indexOf(':')
    if (colon < 0) return null
    rows.push({ name: content.slice(0, colon).trim(), value: content.slice(colon + 1).trim(), enabled })
  }
  return rows
}

/** Puts pasted rows in the place of the row they were pasted into. */
export function insertRows(rows: readonly Row[], index: number, pasted: readonly Row[]): readonly Row[] {
  return [...rows.slice(0, index), ...pasted, ...rows.slice(index + 1)]
}

/** A row for each path variable of the URL, with the value that was typed for it. */
export function pathRows(draft: Pick<HttpRequest, 'url' | 'pathParams'>): readonly Row[] {
  return pathVariableNames(draft.url).map(
    name => draft.pathParams.find(old => old.name === name) ?? row(name, ''),
  )
}

/** The draft with a path variable's value. Values of names that left the URL are kept, should they return. */
export function withPathValue(draft: HttpRequest, name: string, value: string): HttpRequest {
  const isKnown = draft.pathParams.some(old => old.name === name)
  const pathParams = isKnown
    ? draft.pathParams.map(old => (old.name === name ? { ...old, value, enabled: true } : old))
    : [...draft.pathParams, row(name, value)]
  return { ...draft, pathParams }
}

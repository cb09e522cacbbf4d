import { expect, it } from 'vitest'
import { jsonPlaceOf, readJsonValue } from './json-place.ts'
import type { RowSource, ViewerRow } from './row-source.ts'

/** Rows of formatted JSON; longer lines than this are cut. */
const longestRow = 40

function sourceOf(value: unknown, loadedRows = Number.POSITIVE_INFINITY) {
  const lines = JSON.stringify(value, null, 2).split('\n')
  const rows = lines.flatMap((line, at) =>
    Array.from(
      { length: Math.ceil(line.length / longestRow) },
      (_, part): ViewerRow => ({
        text: line.slice(part * longestRow, (part + 1) * longestRow),
        label: part === 0 ? String(at + 1) : '',
      }),
    ),
  )
  const indentOf = (text: string) => text.length - text.trimStart().length
  const source: RowSource = {
    ...{ key: 'k', subject: 's', place: '', revision: 0, label: 'Body' },
    format: 'json',
    totalRows: rows.length,
    firstRows: rows.slice(0, loadedRows),
    readRows: async (first, most) => rows.slice(first, first + Math.min(most, 1000)),
    folds: {
      readStarts: async () => [],
      readFold: async row => {
        const { text } = rows[row] ?? { text: '' }
        const endRow = rows.findIndex(
          (one, at) => at > row && one.label !== '' && indentOf(one.text) === indentOf(text),
        )
        return { row, at: text.length, endRow, endAt: indentOf(text), noun: null, count: 0 }
      },
      copy: () => {},
    },
  }
  return { source, rowOf: (text: string) => rows.findIndex(one => one.text.trim().startsWith(text)), rows }
}

const books = {
  'a "name"': true,
  items: [
    { id: 1, tags: ['x', 'y', { deep: null }] },
    { id: 2, empty: {}, list: [] },
  ],
  note: `${'long '.repeat(30)}{ [ "`,
  last: 1.5,
}

it('finds the path of every value from the rows above it', async () => {
  const { source, rowOf, rows } = sourceOf(books)
  const pathAt = async (row: number) => (await jsonPlaceOf(source, row))?.steps
  const pathOf = (text: string) => pathAt(rowOf(text))
  expect(await pathOf('{')).toEqual([])
  expect(await pathOf('"a \\"name')).toEqual(['a "name"'])
  expect(await pathOf('"items"')).toEqual(['items'])
  expect(await pathOf('"id": 2')).toEqual(['items', 1, 'id'])
  expect(await pathOf('"y"')).toEqual(['items', 0, 'tags', 1])
  expect(await pathOf('"deep"')).toEqual(['items', 0, 'tags', 2, 'deep'])
  expect(await pathOf('"empty"')).toEqual(['items', 1, 'empty'])
  expect(await pathOf('"last"')).toEqual(['last'])
  // The second row of a long text, and the rows that end a value.
  expect(await pathAt(rowOf('"note"') + 1)).toEqual(['note'])
  expect(await pathAt(rows.length - 1)).toEqual([])
  expect(await pathOf(']')).toEqual(['items', 0, 'tags'])
  expect((await jsonPlaceOf(source, rowOf(']')))?.row).toBe(rowOf('"tags"'))
})

it('reads values whole: texts without escapes, and objects without the indentation of their place', async () => {
  const { source, rowOf } = sourceOf(books)
  const valueAt = (text: string) => readJsonValue(source, rowOf(text))
  expect(await valueAt('"note"')).toBe(books.note)
  expect(await valueAt('"last"')).toBe('1.5')
  expect(await valueAt('"deep"')).toBe('null')
  expect(await valueAt('"empty"')).toBe('{}')
  expect(await valueAt('"items"')).toBe(JSON.stringify(books.items, null, 2))
  expect(await valueAt('{')).toBe(JSON.stringify(books, null, 2))
})

it('reads the rows that are not loaded, and stops after 200,000', async () => {
  const { source, rows } = sourceOf(
    Array.from({ length: 9000 }, (_, id) => ({ id })),
    400,
  )
  expect((await jsonPlaceOf(source, rows.length - 3))?.steps).toEqual([8999, 'id'])
  expect(await readJsonValue(source, rows.length - 3)).toBe('8999')
  const { source: long, rows: all } = sourceOf(
    Array.from({ length: 210_000 }, (_, id) => id),
    400,
  )
  expect(await jsonPlaceOf(long, all.length - 2)).toBeNull()
  expect((await jsonPlaceOf(long, 150_000))?.steps).toEqual([149_999])
})

it('has no path through a name that takes several rows', async () => {
  const { source, rowOf } = sourceOf({ ['k'.repeat(60)]: { inside: 1 } })
  expect((await jsonPlaceOf(source, rowOf('"inside"')))?.steps).toBeNull()
})

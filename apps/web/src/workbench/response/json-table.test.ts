import type { BodyTable } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { createJsonTableReader, maxSortedRows, stepsOfCell, summaryOf } from './json-table.ts'

const totalRows = 1_000_000

function setUp(answerOf?: (firstRow: number) => BodyTable) {
  const asked: number[] = []
  const made = (firstRow: number, maxRows: number): BodyTable => ({
    state: 'made',
    columns: ['#', 'Value'],
    totalRows,
    rows: Array.from({ length: Math.min(maxRows, totalRows - firstRow) }, (_, index) => ({
      label: String(firstRow + index),
      cells: [{ kind: 'number', text: String(firstRow + index) }],
    })),
  })
  const reader = createJsonTableReader({
    readTable: async ({ firstRow, maxRows }) => {
      asked.push(firstRow)
      return answerOf?.(asked.length) ?? made(firstRow, maxRows)
    },
    describeError: String,
    after: (_, callback) => callback(),
  })
  const rows = () => {
    const present = reader.store.getState()
    return present.state === 'made' ? present.rows : new Map()
  }
  return { reader, asked, rows }
}

it('reads the visible rows, waits until they are ready, and drops distant ones', async () => {
  const { reader, asked, rows } = setUp(turn =>
    turn < 3 ? { state: 'making', knownRows: turn } : (undefined as never),
  )
  reader.show(0, 40)
  await expect.poll(() => rows().get(39)?.label).toBe('39')
  expect(asked).toEqual([0, 0, 0])
  for (let first = 0; first < 5_000; first += 50) {
    reader.show(first, 40)
    await expect.poll(() => rows().get(first + 39)?.label).toBe(String(first + 39))
    expect(rows().size).toBeLessThan(800)
  }
  reader.show(totalRows - 10, 40)
  await expect.poll(() => rows().get(totalRows - 1)?.label).toBe(String(totalRows - 1))
  expect(rows().has(0)).toBe(false)
})

it('sorts all rows by a column, unless there are too many', async () => {
  const large = setUp()
  large.reader.show(0, 10)
  await expect.poll(() => large.rows().size).toBeGreaterThan(0)
  await large.reader.sort({ column: 1, isDescending: true })
  expect(large.rows().get(0)?.label).toBe('0')

  const few = 1200
  const asked: number[] = []
  const reader = createJsonTableReader({
    async readTable({ firstRow, maxRows }) {
      asked.push(firstRow)
      const labels = Array.from({ length: Math.min(maxRows, few - firstRow) }, (_, at) => firstRow + at)
      const rows = labels.map(label => ({ label: String(label), cells: [] }))
      return { state: 'made', columns: ['#'], totalRows: few, rows }
    },
    describeError: String,
    after: (_, callback) => callback(),
  })
  reader.show(0, 10)
  const labels = () => {
    const table = reader.store.getState()
    return table.state === 'made' ? [table.rows.get(0)?.label, table.rows.get(few - 1)?.label] : []
  }
  await expect.poll(labels).toEqual(['0', undefined])
  await reader.sort({ column: 0, isDescending: true })
  expect(labels()).toEqual(['1199', '0'])
  reader.show(600, 10)
  await reader.sort(null)
  expect(labels()).toEqual(['0', '1199'])
  expect(asked).toEqual([0, 0, 500, 1000])
  expect(few).toBeLessThan(maxSortedRows)
})

it('reports that there is no table, and why none could be read', async () => {
  const none = setUp(() => ({ state: 'none' }))
  none.reader.show(0, 10)
  await expect.poll(() => none.reader.store.getState()).toEqual({ state: 'none' })
  const failing = setUp(() => {
    throw new Error('gone')
  })
  failing.reader.show(0, 10)
  await expect.poll(() => failing.reader.store.getState()).toEqual({ state: 'failed', reason: 'Error: gone' })
})

it('shows how much a nested value contains', () => {
  expect(summaryOf({ kind: 'object', count: 1, at: 0 })).toBe('1 key')
  expect(summaryOf({ kind: 'array', count: 2, at: 0 })).toBe('2 items')
  expect(summaryOf({ kind: 'word', text: 'null' })).toBe('null')
})

it.each([
  [['Key', 'Value'], 'a b', 0, ['x', 'a b']],
  [['#', 'Value'], '12', 0, ['x', 12]],
  [['#', 'id', 'name'], '3', 1, ['x', 3, 'name']],
  [['#', 'id'], '3', 0, ['x', 3, 'id']],
  [['', 'Value'], '', 0, ['x']],
  [['Key', 'Value'], 'k'.repeat(400), 0, null],
])('knows the path of a cell of a table with the columns %j', (columns, label, column, steps) => {
  expect(stepsOfCell(['x'], columns, { label }, column)).toEqual(steps)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileBodyStore, openFileBodyStore } from '@parley/appdata'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { JsonCell, JsonTableRow } from '../contract/index.ts'
import { type JsonRow, JsonRowWalker } from './json-row-walker.ts'
import { JsonTable } from './json-table.ts'

let folder: string
let bodies: FileBodyStore

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-table-'))
  bodies = await openFileBodyStore(folder)
})

afterAll(() => {
  bodies.clear()
  rmSync(folder, { recursive: true })
})

async function keep(text: string): Promise<string> {
  const writer = await bodies.create()
  await writer.write(Buffer.from(text))
  await writer.close()
  return writer.handle
}

async function tableOf(text: string): Promise<JsonTable> {
  const table = new JsonTable(bodies, await keep(text), 0)
  await table.index()
  return table
}

async function allRows(table: JsonTable, maxRows = 100): Promise<readonly JsonTableRow[]> {
  const rows: JsonTableRow[] = []
  while (rows.length < table.rowCount) {
    const more = await table.rows(rows.length, maxRows)
    if (more.length === 0) throw new Error('No progress')
    rows.push(...more)
  }
  return rows
}

const said = (cell: JsonCell | null) =>
  cell && ('text' in cell ? cell.text : `${cell.count} in ${cell.kind === 'array' ? 'list' : 'object'}`)

async function shown(text: string) {
  const table = await tableOf(text)
  const rows = await allRows(table)
  return { columns: table.columns, cells: rows.map(row => [row.label, ...row.cells.map(said)]) }
}

describe('a value as a table', () => {
  it('has a column for each key of a list of objects', async () => {
    expect(await shown('[{"id":1,"tags":["x","y"]},{"id":2,"more":{"a":1}}]')).toEqual({
      columns: ['#', 'id', 'tags', 'more'],
      cells: [
        ['0', '1', '2 in list', null],
        ['1', '2', null, '1 in object'],
      ],
    })
  })

  it('has a row for each key of an object, each item of a mixed list, and for a scalar', async () => {
    expect((await shown('{"a":"x","b":[],"c":{"d":{"e":[1,2]}}}')).cells).toEqual([
      ['a', 'x'],
      ['b', '0 in list'],
      ['c', '1 in object'],
    ])
    expect(await shown(' [1,{"a":2}] ')).toEqual({
      columns: ['#', 'Value'],
      cells: [
        ['0', '1'],
        ['1', '1 in object'],
      ],
    })
    expect((await shown('true')).cells).toEqual([['', 'true']])
    expect((await shown('-1.50e3\n')).cells).toEqual([['', '-1.50e3']])
    expect((await shown('[]')).cells).toEqual([])
  })

  it('keeps digits, duplicate keys and their order', async () => {
    expect((await shown('{"b":12345678901234567890,"a":1.50,"b":null,"__proto__":[]}')).cells).toEqual([
      ['b', '12345678901234567890'],
      ['a', '1.50'],
      ['b', 'null'],
      ['__proto__', '0 in list'],
    ])
  })

  it('shows the beginning of long texts, and strings with invalid escapes as written', async () => {
    const { cells } = await shown(`["${'\\u00e9'.repeat(1000)}","${'😀'.repeat(3000)}","\\x","\\n"]`)
    expect(cells.map(([, text]) => text)).toEqual(['é'.repeat(400), '😀'.repeat(200), '\\x', '\n'])
  })

  it('links to nested values', async () => {
    const text = '{"a":[{"b":{"c":[true]}}]}'
    const handle = await keep(text)
    let at = 0
    const columns: (readonly string[])[] = []
    for (let depth = 0; depth < 4; depth += 1) {
      const table = new JsonTable(bodies, handle, at)
      await table.index()
      columns.push(table.columns)
      const cell = (await table.rows(0, 1))[0]?.cells[0]
      at = cell && 'at' in cell ? cell.at : -1
    }
    expect(columns).toEqual([
      ['Key', 'Value'],
      ['#', 'b'],
      ['Key', 'Value'],
      ['#', 'Value'],
    ])
  })

  it('has at most 40 columns', async () => {
    const wide = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, index]))
    const { columns, cells } = await shown(JSON.stringify([wide]))
    expect(columns).toHaveLength(41)
    expect(cells[0]?.at(-1)).toBe('39')
  })
})

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns what the cell of a value should show. */
function expectedCell(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} in list`
  if (typeof value === 'object' && value !== null) return `${Object.keys(value).length} in object`
  return typeof value === 'string' ? value.slice(0, 400) : JSON.stringify(value)
}

test('any list or object reads as the expected table, whatever rows are requested', async () => {
  const values = fc.oneof(
    fc.array(fc.jsonValue(), { maxLength: 300 }),
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.array(fc.dictionary(fc.string({ maxLength: 2 }), fc.jsonValue()), { maxLength: 300 }),
  )
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.constantFrom(undefined, 2),
      fc.integer({ min: 1, max: 200 }),
      async (value, space, count) => {
        const text = JSON.stringify(value, null, space)
        const parsed: unknown = JSON.parse(text)
        const table = await tableOf(text)
        const rows = await allRows(table, count)
        if (typeof parsed !== 'object' || parsed === null) throw new Error('A list or object was given')
        const values = Object.values(parsed)
        expect(rows.map(row => row.label).sort()).toEqual(Object.keys(parsed).sort())
        const isList = Array.isArray(parsed) && values.length > 0 && values.every(isObject)
        const keys = [...new Set(values.flatMap(one => (isList ? Object.keys(one) : [])))].slice(0, 40)
        if (isList) expect([...table.columns].sort()).toEqual(['#', ...keys].sort())
        for (const row of rows) {
          const item: unknown = Reflect.get(parsed, row.label)
          const expected = isList
            ? table.columns
                .slice(1)
                .map(key => (isObject(item) && Object.hasOwn(item, key) ? expectedCell(item[key]) : null))
            : [expectedCell(item)]
          expect(row.cells.map(said)).toEqual(expected)
        }
      },
    ),
  )
})

test('a walk finds the same rows wherever its pieces are cut', () => {
  const rowsOf = (pieces: readonly Uint8Array[], isObject: boolean) => {
    const rows: JsonRow[] = []
    const walker = new JsonRowWalker(isObject, {
      keepsKey: () => true,
      onStart: () => {},
      onRow: row => rows.push(row) > 0,
    })
    let base = 1
    for (const piece of pieces) {
      if (!walker.write(piece, base)) break
      base += piece.byteLength
    }
    return rows
  }
  const list = fc.array(
    fc.oneof(fc.jsonValue(), fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue())),
  )
  fc.assert(
    fc.property(list, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (value, lengths) => {
      const bytes = Buffer.from(JSON.stringify(value)).subarray(1)
      const pieces: Uint8Array[] = []
      for (let at = 0, turn = 0; at < bytes.byteLength; turn += 1) {
        const length = lengths[turn % lengths.length] ?? 1
        pieces.push(bytes.subarray(at, at + length))
        at += length
      }
      expect(rowsOf(pieces, false)).toEqual(rowsOf([bytes], false))
      expect(rowsOf([bytes], false)).toHaveLength(value.length)
    }),
  )
})

test('large rows are read as quickly as small ones', async () => {
  const large = { name: 'large', list: Array.from({ length: 400_000 }, (_, index) => index) }
  const items = Array.from({ length: 3_000 }, (_, id) =>
    id % 1_000 === 500 ? large : { name: `n${id}`, id },
  )
  const table = await tableOf(JSON.stringify(items))
  const rows = await allRows(table)
  expect(rows).toHaveLength(3_000)
  expect(rows[500]?.cells.map(said)).toEqual(['large', null, '400000 in list'])
  expect(rows[2_999]?.cells.map(said)).toEqual(['n2999', '2999', null])
  const read: number[] = []
  const counted = new JsonTable(
    {
      read: (handle, offset, maxBytes) => {
        read.push(maxBytes)
        return bodies.read(handle, offset, maxBytes)
      },
    },
    await keep(JSON.stringify(items)),
    0,
  )
  await counted.index()
  read.length = 0
  expect((await counted.rows(2_500, 1))[0]?.cells.map(said)).toEqual(['large', null, '400000 in list'])
  expect((await counted.rows(2_600, 1))[0]?.label).toBe('2600')
  expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(1_000_000)
})

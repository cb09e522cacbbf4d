import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MultipartPart } from '@parley/model'
import { describe, expect, it } from 'vitest'
import { actionKind, assertionKind } from '../../../workbench/request/check-kinds.ts'
import {
  cookieKind,
  paramKind,
  partKind,
  rowKind,
  type TableKind,
  urlEncodedKind,
} from '../../../workbench/request/table-kind.ts'
import { variableKind } from '../../../workbench/variables/variable-kind.ts'
import { restoredCell } from './restore-cell.ts'

const columns = ['key', 'value', 'description'] as const

/** A kind of table, of which a test need not know the items. */
interface Table {
  readonly run: (test: <Item>(kind: TableKind<Item>) => void) => void
}
const tableOf = <Item>(kind: TableKind<Item>): Table => ({ run: test => test(kind) })

/** All kinds of tables, by the names under which they are exported. */
const tables: Readonly<Record<string, Table>> = {
  rowKind: tableOf(rowKind),
  paramKind: tableOf(paramKind),
  cookieKind: tableOf(cookieKind),
  urlEncodedKind: tableOf(urlEncodedKind),
  partKind: tableOf(partKind),
  assertionKind: tableOf(assertionKind),
  actionKind: tableOf(actionKind),
  variableKind: tableOf(variableKind),
}

function filled<Item>(kind: TableKind<Item>): Item {
  return columns.reduce((item, column) => kind.withText(item, column, `old ${column}`), kind.blank)
}
const texts = <Item>(kind: TableKind<Item>, item: Item | undefined) =>
  columns.map(column => item && kind.text(item, column))

describe.each(Object.entries(tables))('Esc in a table of %s', (_, table) => {
  it.each(columns)('gives back the %s and nothing else', column => {
    table.run(kind => {
      const before = filled(kind)
      const others = columns.filter(one => one !== column)
      // Tab has left the other cells of the row, so what was typed there is kept.
      const left = others.reduce((item, one) => kind.withText(item, one, `new ${one}`), before)
      const typed = kind.withText(kind.withText(left, column, 'x'), column, 'xy')
      const rows = [before, typed, before]
      const restored = restoredCell(rows, kind, { row: 1, column, item: left })
      expect(restored).toEqual([before, left, before])
      expect(restored?.[1]).toBe(left)
      expect(restoredCell([before, left, before], kind, { row: 1, column, item: left })).toBeNull()
    })
  })

  it.each(columns)('never takes the row for its %s', column => {
    table.run(kind => {
      const other = column === 'key' ? 'value' : 'key'
      const begun = kind.withText(kind.blank, other, 'typed before')
      const typed = kind.withText(begun, column, 'typed now')
      const restored = restoredCell([typed], kind, { row: 0, column, item: begun })
      expect(restored?.map(item => texts(kind, item))).toEqual([texts(kind, begun)])
      // The same in the row that was the empty one when the cell got the focus.
      const fresh = restoredCell([typed], kind, { row: 0, column, item: null })
      expect(fresh?.map(item => texts(kind, item))).toEqual([texts(kind, begun)])
    })
  })

  it('leaves no empty row where this cell alone began it', () => {
    table.run(kind => {
      const typed = kind.withText(kind.blank, 'key', 'a')
      expect(restoredCell([filled(kind), typed], kind, { row: 1, column: 'key', item: null })).toEqual([
        filled(kind),
      ])
    })
  })

  it('keeps what somebody else changed in the row meanwhile', () => {
    table.run(kind => {
      const before = filled(kind)
      const now = kind.withEnabled(kind.withText(before, 'value', 'typed'), false)
      const restored = restoredCell([now], kind, { row: 0, column: 'value', item: before })
      expect(restored?.map(item => [kind.isEnabled(item), ...texts(kind, item)])).toEqual([
        [false, ...texts(kind, before)],
      ])
    })
  })
})

it('restores the list of values that a part had', () => {
  const before: MultipartPart = { kind: 'text', name: 'a', value: '1', values: ['1', '2'], enabled: true }
  const typed = partKind.withText(before, 'value', '1, 2, 3')
  expect(restoredCell([typed], partKind, { row: 0, column: 'value', item: before })).toEqual([before])
})

it('gives back a cell that is no text, such as a Content-Type', () => {
  const before: MultipartPart = { kind: 'text', name: 'a', value: '1', enabled: true }
  const typed = { ...before, contentType: 'text/csv' }
  expect(restoredCell([typed], partKind, { row: 0, column: 'type', item: before })).toEqual([before])
  const begun = { ...partKind.blank, contentType: 't' }
  expect(restoredCell([begun], partKind, { row: 0, column: 'type', item: null })).toEqual([])
})

const folder = join(import.meta.dirname, '../../..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => /(?<!\.test|\.testkit)\.tsx?$/.test(name))
  .map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

it('knows every kind of table', () => {
  const found = sources.flatMap(({ text }) =>
    [...text.matchAll(/export const (\w+): TableKind</g)].map(([, name]) => name),
  )
  expect(found.toSorted()).toEqual(Object.keys(tables).toSorted())
})

it('is what Esc does in every table with cells to type in', () => {
  const grids = sources.filter(({ text }) => /role="grid"/.test(text))
  const own = new Set(withTheirOwn)
  const without = grids.filter(({ name, text }) => !own.has(name) && !text.includes('restoredCell('))
  expect(without.map(({ name }) => name).toSorted()).toEqual(withoutFields)
  for (const { text } of without) expect(text).not.toMatch(/VariableInput|<input|<textarea/)
})

/** The tables that are only read. */
const withoutFields = ['views/RequestPane/tables/GeneratedTable.tsx']

/** The tables with another way back: side by side, a cell may be a variable that was not there (`withFormer`). */
const withTheirOwn = ['views/Environments/SideBySide.tsx']

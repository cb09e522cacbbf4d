import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderedRowId, rowOfKey } from './RowList.tsx'

test.each([
  [[0, 1, 2], 2, 'row-2'],
  [[0, 1, 2], 3, undefined],
  [[], 0, undefined],
  [[0, 1], -1, undefined],
])('of the rows %j, row %d is named %s', (rendered, active, id) => {
  expect(renderedRowId(rendered, active, `row-${active}`)).toBe(id)
})

test.each([
  ['ArrowDown', 5],
  ['ArrowUp', 3],
  ['PageDown', 14],
  ['PageUp', -6],
  ['Home', 0],
  ['End', 99],
  ['Enter', null],
])('%s leads from row 4 of 100 to %s', (key, row) => {
  expect(rowOfKey(key, 4, 100, 10)).toBe(row)
})

const folder = new URL('../..', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, folder), 'utf8')
const components = globSync('**/*.{ts,tsx}', { cwd: folder }).filter(path => !path.includes('.test.'))

test('one hook finds the rows that exist, and another one those of lists that no browser draws', () => {
  const users = (pattern: RegExp) => components.filter(path => pattern.test(textOf(path)))
  expect(users(/useVirtualizer\(/)).toEqual(['components/lists/use-virtual-rows.ts'])
  expect(users(/useScaledRows\(/).toSorted()).toEqual([
    'components/lists/use-scaled-rows.ts',
    'views/Live/LiveListView.tsx',
    'views/ResponsePane/body/JsonTableView.tsx',
  ])
})

test('each list of which only some rows exist names no active row that does not exist', () => {
  const lists = components.filter(path => {
    const text = textOf(path)
    return /<RowList|VirtualRows|useScaledRows\(/.test(text) && /active-?descendant=/i.test(text)
  })
  expect(lists.toSorted()).toEqual([
    'components/lists/RowList.tsx',
    'views/Grpc/RpcList.tsx',
    'views/Live/LiveListView.tsx',
    'views/TabStrip/AllTabsList.tsx',
  ])
  for (const path of lists)
    expect(textOf(path), path).toMatch(
      /active-?descendant=\{\s*(?:\w+ === (?:null|-1) \? undefined : )?renderedRowId\(/i,
    )
})

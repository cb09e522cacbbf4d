import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderedRowId } from './rendered-row-id.ts'

test.each([
  [[0, 1, 2], 2, 'row-2'],
  [[0, 1, 2], 3, undefined],
  [[], 0, undefined],
  [[0, 1], -1, undefined],
])('of the rows %j, row %d is named %s', (rendered, active, id) => {
  expect(renderedRowId(rendered, active, `row-${active}`)).toBe(id)
  const items = rendered.map(index => ({ index }))
  expect(renderedRowId(items, active, `row-${active}`)).toBe(id)
})

test('each list of which only some rows exist names no active row that does not exist', () => {
  const folder = new URL('../..', import.meta.url)
  const lists = globSync('**/*.tsx', { cwd: folder }).filter(path => {
    const text = readFileSync(new URL(path, folder), 'utf8')
    return /useVirtualizer\(|useVirtualRows|useScaledRows\(/.test(text) && /active-?descendant=/i.test(text)
  })
  expect(lists.toSorted()).toEqual([
    'views/GraphQl/ExplorerTree.tsx',
    'views/Grpc/RpcList.tsx',
    'views/Live/LiveListView.tsx',
    'views/Runner/RunRequests.tsx',
    'views/Sidebar/CollectionTree.tsx',
    'views/TabStrip/AllTabsList.tsx',
  ])
  for (const path of lists)
    expect(readFileSync(new URL(path, folder), 'utf8'), path).toMatch(
      /active-?descendant=\{\s*(?:\w+ === (?:null|-1) \? undefined : )?renderedRowId\(/i,
    )
})

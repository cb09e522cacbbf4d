import { describe, expect, test } from 'vitest'
import { folderOf, itemsOf, request } from './run-fixture.testkit.ts'
import { keysOf, type RunSelection, selectRunItems } from './select-run-items.ts'

const items = itemsOf(
  request('Log in', { tags: ['smoke'] }),
  folderOf(
    'Admin',
    request('List users', { tags: ['smoke', 'slow'] }),
    folderOf('Users', request('Add (1+1)')),
  ),
  folderOf('Shop', folderOf('Users', request('List users'))),
)

function chosen(selection: Partial<RunSelection>) {
  const result = selectRunItems(items, { folders: [], only: [], skip: [], keys: null, ...selection })
  return result.ok ? result.value.map(item => item.key) : result.failure
}

describe('what a run sends', () => {
  test.each<[Partial<RunSelection>, readonly string[]]>([
    [{ folders: ['Admin'] }, ['C/Admin/List users', 'C/Admin/Users/Add (1+1)']],
    [{ folders: ['Admin/Users'] }, ['C/Admin/Users/Add (1+1)']],
    [{ folders: ['C/Shop'] }, ['C/Shop/Users/List users']],
    [{ folders: ['Users'] }, ['C/Admin/Users/Add (1+1)', 'C/Shop/Users/List users']],
    [{ only: ['Log in'] }, ['C/Log in']],
    [{ only: ['Add (1+1)'] }, ['C/Admin/Users/Add (1+1)']],
    [{ only: ['L*'] }, ['C/Log in', 'C/Admin/List users', 'C/Shop/Users/List users']],
    [{ only: ['Shop/*'] }, ['C/Shop/Users/List users']],
    [{ only: ['tag:smoke'], skip: ['tag:slow'] }, ['C/Log in']],
    [{ keys: new Set(['C/Log in']) }, ['C/Log in']],
    [{}, items.map(item => item.key)],
  ])('%j', (selection, keys) => {
    expect(chosen(selection)).toEqual(keys)
  })

  test('a word that matches nothing is reported, with the available names', () => {
    expect(chosen({ folders: ['Admon'] })).toEqual({
      part: 'folders',
      word: 'Admon',
      known: ['Admin', 'Admin/Users', 'Shop/Users'],
    })
    expect(chosen({ only: ['Log in', 'Log out'] })).toMatchObject({ part: 'only', word: 'Log out' })
    expect(chosen({ skip: ['tag:nope'] })).toMatchObject({ part: 'skip', word: 'tag:nope' })
    expect(keysOf(items, ['nope']).ok).toBe(false)
  })
})

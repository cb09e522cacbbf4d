import type { EditedVariable, OpenedVariables, ReadVariables, SavedVariables } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { variableKind } from './variable-kind.ts'
import { createVariablePages, isPageUnsaved, pageTitle, type VariablePagesPorts } from './variable-pages.ts'

const item = (name: string, value: string): EditedVariable =>
  variableKind.withText(variableKind.withText(variableKind.blank, 'key', name), 'value', value)

const place = { kind: 'environment', id: 'e1' } as const
const staging = { id: 'e1', name: 'Staging', collection: null, problem: null }

/** A server with one environment in memory. */
function setUp(ports: Partial<VariablePagesPorts> = {}) {
  const disk: { opened: OpenedVariables } = { opened: { variables: [item('a', '1')], version: 'v1' } }
  const log: string[] = []
  const pages = createVariablePages({
    open: async (): Promise<ReadVariables> => ({ state: 'opened', ...disk.opened }),
    async save(_place, variables, baseVersion): Promise<SavedVariables> {
      if (baseVersion !== disk.opened.version) return { state: 'changed', theirs: disk.opened }
      disk.opened = { variables, version: `${baseVersion}+` }
      return { state: 'saved', version: `${baseVersion}+` }
    },
    async create(name, variables) {
      log.push(`create ${name}`)
      disk.opened = { variables, version: 'new' }
      return { state: 'created', id: 'e2' }
    },
    onShow: () => log.push('show'),
    onLeave: () => log.push('leave'),
    notSaved: reason => log.push(reason),
    describeError: () => 'No server.',
    ...ports,
  })
  pages.receive({ environments: [staging], activeId: 'e1' })
  const page = () => {
    const found = pages.store.getState().pages[0]
    if (found === undefined) throw new Error('No page')
    return found
  }
  const opened = async () => {
    pages.open(place)
    await expect.poll(() => page().state).toBe('open')
  }
  return { pages, page, opened, disk, log }
}

test('a page opens once, is edited and saved', async () => {
  const { pages, page, opened, disk, log } = setUp()
  await opened()
  pages.open(place, 'a')
  expect(pages.store.getState().pages).toHaveLength(1)
  expect([pageTitle(page()), page().wanted]).toEqual(['Staging', { name: 'a' }])
  pages.edit(page().id, [item('a', '2')])
  expect(isPageUnsaved(page())).toBe(true)
  await pages.save(page().id)
  expect([isPageUnsaved(page()), page().version, disk.opened.variables]).toEqual([
    false,
    'v1+',
    [item('a', '2')],
  ])
  pages.close(page().id)
  expect(log).toEqual(['show', 'show', 'leave'])
})

test('one after the other, saves do not take each other for changes from outside', async () => {
  const { pages, page, opened, disk } = setUp()
  await opened()
  pages.edit(page().id, [item('a', '2')])
  const first = pages.save(page().id)
  pages.edit(page().id, [item('a', '3')])
  await Promise.all([first, pages.save(page().id)])
  expect([pages.store.getState().conflict, disk.opened.variables]).toEqual([null, [item('a', '3')]])
})

test('without changes of its own a page follows the file; with some they stay, and a save asks', async () => {
  const { pages, page, opened, disk } = setUp()
  await opened()
  disk.opened = { variables: [item('a', 'outside')], version: 'v2' }
  pages.receive({ environments: [staging], activeId: 'e1' })
  await expect.poll(() => page().draft).toEqual([item('a', 'outside')])
  pages.edit(page().id, [item('a', 'mine')])
  disk.opened = { variables: [item('a', 'theirs')], version: 'v3' }
  pages.receive({ environments: [staging], activeId: 'e1' })
  await pages.save(page().id)
  expect(page().draft).toEqual([item('a', 'mine')])
  expect(pages.store.getState().conflict?.theirs.version).toBe('v3')
  pages.takeTheirs()
  expect(page().draft).toEqual([item('a', 'theirs')])
  expect(pages.history.undo(page().id, page().draft)).toEqual([item('a', 'mine')])
  pages.edit(page().id, [item('a', 'again')])
  disk.opened = { variables: [item('a', 'theirs')], version: 'v4' }
  await pages.save(page().id)
  await pages.keepMine()
  expect([isPageUnsaved(page()), disk.opened.variables]).toEqual([false, [item('a', 'again')]])
})

test('a rename of the file alone asks nothing, and what others wrote alike asks nothing either', async () => {
  const { pages, page, opened, disk } = setUp()
  await opened()
  pages.edit(page().id, [item('a', '2')])
  disk.opened = { ...disk.opened, version: 'renamed' }
  pages.receive({ environments: [{ ...staging, name: 'Production' }], activeId: 'e1' })
  await expect.poll(() => page().version).toBe('renamed')
  expect(pageTitle(page())).toBe('Production')
  disk.opened = { variables: [item('a', '2')], version: 'alike' }
  await pages.save(page().id)
  expect([pages.store.getState().conflict, page().version, isPageUnsaved(page())]).toEqual([
    null,
    'alike',
    false,
  ])
})

test('an answer to an earlier read does not take back a save', async () => {
  let answer: (read: ReadVariables) => void = () => {}
  const old: ReadVariables = { state: 'opened', variables: [item('a', '1')], version: 'v1' }
  let reads = 0
  const { pages, page, opened } = setUp({
    open: () => (++reads === 1 ? Promise.resolve(old) : new Promise(resolve => (answer = resolve))),
  })
  await opened()
  pages.edit(page().id, [item('a', '2')])
  pages.receive({ environments: [staging], activeId: 'e1' })
  await pages.save(page().id)
  answer(old)
  for (let tick = 0; tick < 10; tick++) await Promise.resolve()
  expect([page().draft, page().version]).toEqual([[item('a', '2')], 'v1+'])
})

test('one whose environment is gone closes, or stays with its changes and is made anew', async () => {
  const clean = setUp()
  await clean.opened()
  clean.pages.receive({ environments: [], activeId: null })
  expect(clean.pages.store.getState().pages).toEqual([])
  const { pages, page, opened, log } = setUp()
  await opened()
  pages.edit(page().id, [item('a', '2')])
  pages.receive({ environments: [], activeId: null })
  expect(page().isGone).toBe(true)
  await pages.save(page().id)
  expect([log.at(-1), page().place, page().isGone, isPageUnsaved(page())]).toEqual([
    'create Staging',
    { kind: 'environment', id: 'e2' },
    false,
    false,
  ])
})

test('closing asks for each page with changes, and saves or discards', async () => {
  const { pages, page, opened } = setUp()
  await opened()
  pages.open({ kind: 'session' })
  pages.edit(page().id, [item('a', '2')])
  pages.closeOthers(null)
  expect(pages.store.getState().closing).toEqual(['environment/e1', 'session'])
  pages.keepClosing()
  expect(pages.store.getState().pages).toHaveLength(2)
  pages.closeOthers(null)
  await pages.saveClosing()
  expect(pages.store.getState()).toMatchObject({ pages: [], activePageId: null, closing: [] })
})

test('what cannot be read or saved says why, and what was typed stays', async () => {
  const { pages, page, opened, log } = setUp({ save: () => Promise.reject(new Error('broken')) })
  await opened()
  pages.edit(page().id, [item('a', '2')])
  await pages.save(page().id)
  expect([log.at(-1), page().draft]).toEqual(['No server.', [item('a', '2')]])
  const failing = setUp({ open: () => Promise.reject(new Error('broken')) })
  failing.pages.open(place)
  await expect.poll(() => failing.page().problem).toBe('No server.')
})

test('a variable opens the page of its scope, with the focus on it', () => {
  const { pages, page } = setUp()
  expect(pages.openVariable({ scope: 'environment', name: 'a' })).toBe(true)
  expect([page().place, page().wanted]).toEqual([place, { name: 'a' }])
  expect(pages.openVariable({ scope: 'collection', name: 'a' })).toBe(false)
  expect(pages.openVariable({ scope: 'session', name: 'a' })).toBe(true)
  expect(pages.store.getState().activePageId).toBe('session')
})

import { newHttpRequest } from '@parley/model'
import type { LibraryTree } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { createTestWindow } from '../window/window-context.testkit.ts'
import { FoldedEntries } from './folded-entries.ts'
import { createLibrary } from './library.ts'
import { createSidebarCommands } from './sidebar-commands.ts'
import type { SidebarCalls } from './sidebar-state.ts'

const tree: LibraryTree = {
  revision: 'r1',
  workspaceName: 'Bookshop',
  collections: [
    {
      kind: 'collection',
      id: 'shop',
      name: 'Shop',
      children: [{ kind: 'request', id: 'list', name: 'List books', method: 'GET', problem: null }],
    },
  ],
}
const refused = { state: 'failed', sentence: 'The disk is full.', nextStep: 'Make room.' } as const

async function setUp(patch: Partial<SidebarCalls> = {}) {
  const window = createTestWindow({ describeError: String })
  const calls: string[] = []
  const opened: string[] = []
  const library = createLibrary(
    {
      library: {
        readTree: async () => tree,
        readTreeChanges: async () => null,
        findByUrl: async () => [],
        readRequest: async ({ id }) => ({
          request: newHttpRequest({ name: id }),
          version: 'v1',
          file: null,
          exampleIds: [],
        }),
        createFolder: async () => refused,
        createCollection: async () => ({ state: 'created', id: 'shop' }),
      },
      variables: { list: async () => [] },
    },
    {
      openRequest: source => `tab ${opened.push(source.requestId)}`,
      activateRequest: () => null,
      keepOpen: () => {},
    },
    window,
    new FoldedEntries({ getItem: () => null, setItem: () => {} }),
  )
  await library.refresh()
  const done = async (call: string) => {
    calls.push(call)
    return { state: 'done' } as const
  }
  const serverCalls: SidebarCalls = {
    createRequest: async () => ({ state: 'created', id: 'list', version: 'v1' }),
    rename: ({ id, name }) => done(`rename ${id} ${name}`),
    duplicate: async () => ({ state: 'created', id: 'list' }),
    move: async ({ id }) => ({ state: 'moved', moveId: `move of ${id} ${calls.push('move')}` }),
    undoMove: ({ moveId }) => done(`undo ${moveId}`),
    async remove({ id }) {
      calls.push(`remove ${id}`)
      return { state: 'removed', trashId: `trash ${id}` }
    },
    restore: ({ trashId }) => done(`restore ${trashId}`),
    ...patch,
  }
  const sidebar = createSidebarCommands(serverCalls, library, [], window)
  return { sidebar, library, toasts: window.shown, calls, opened }
}

it('accepts no name that is empty or too long, and makes no call for an unchanged one', async () => {
  const { sidebar, calls } = await setUp()
  sidebar.startRename('list')
  expect(await sidebar.rename('list', '  ')).toBe('A name has at least one character.')
  expect(await sidebar.rename('list', 'a'.repeat(1001))).toBe('A name has at most 1,000 characters.')
  expect(sidebar.store.getState().renamingId).toBe('list')
  expect(await sidebar.rename('list', ' List books ')).toBe(null)
  expect(calls).toEqual([])
  expect(sidebar.store.getState().renamingId).toBe(null)
})

it('reports why an entry was not renamed, and leaves the field open', async () => {
  const { sidebar } = await setUp({ rename: async () => refused })
  sidebar.startRename('list')
  expect(await sidebar.rename('list', 'Other')).toBe('The disk is full. Make room.')
  expect(sidebar.store.getState().renamingId).toBe('list')
})

it('opens a new request in an expanded folder and asks for its name', async () => {
  const { sidebar, library, opened } = await setUp()
  library.setExpanded('shop', false)
  await sidebar.addRequest('shop', 'http')
  expect(opened).toEqual(['list'])
  expect(library.store.getState().toggled.has('shop')).toBe(false)
  expect(sidebar.store.getState()).toMatchObject({ renamingId: 'list', chosenId: 'list' })
})

it('reports what could not be copied, moved, deleted or added', async () => {
  const { sidebar, toasts } = await setUp({
    duplicate: async () => refused,
    move: async () => refused,
    remove: () => Promise.reject(new Error('No server')),
  })
  await sidebar.duplicate('list')
  await sidebar.move('list', { parentId: 'shop', index: 0 })
  sidebar.askRemove('list')
  await sidebar.remove()
  await sidebar.addFolder('shop')
  expect(toasts.map(({ title, text }) => [title, text])).toEqual([
    ['Not duplicated', 'The disk is full. Make room.'],
    ['Not moved', 'The disk is full. Make room.'],
    ['Not deleted', 'Error: No server'],
    ['Not added', 'The disk is full. Make room.'],
  ])
})

it('undoes moves, the latest first and each once', async () => {
  const { sidebar, toasts, calls } = await setUp()
  await sidebar.move('list', { parentId: 'shop', index: 0 })
  await sidebar.move('list', { parentId: 'shop', index: 1 })
  await toasts[0]?.action?.run()
  await sidebar.undoLastMove()
  await sidebar.undoLastMove()
  expect(calls.filter(call => call.startsWith('undo'))).toEqual([
    'undo move of list 1',
    'undo move of list 2',
  ])
})

it('offers to restore what was deleted, and says why it was not', async () => {
  for (const patch of [{}, { restore: async () => refused }]) {
    const { sidebar, toasts, calls } = await setUp(patch)
    sidebar.askRemove('list')
    await sidebar.remove()
    expect(toasts).toMatchObject([{ title: 'Deleted', action: { label: 'Restore' } }])
    await toasts[0]?.action?.run()
    const isRefused = 'restore' in patch
    expect(calls).toEqual(['remove list', ...(isRefused ? [] : ['restore trash list'])])
    expect(toasts.slice(1).map(({ title, text }) => [title, text])).toEqual(
      isRefused ? [['List books was not restored', 'The disk is full. Make room.']] : [],
    )
    expect(sidebar.store.getState().chosenId).toBe('list')
  }
})

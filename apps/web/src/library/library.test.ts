import { newHttpRequest } from '@parley/model'
import type { LibraryNode, LibraryTree } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { createTestWindow } from '../window/window-context.testkit.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { findEntry } from './find-entry.ts'
import { flattenTree } from './flatten-tree.ts'
import { foldFolders } from './fold-folders.ts'
import { FoldedEntries } from './folded-entries.ts'
import { createLibrary, type LibraryCalls } from './library.ts'

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

/** A storage that keeps nothing. */
const nothingFolded = new FoldedEntries({ getItem: () => null, setItem: () => {} })

function setUp(calls: Partial<LibraryCalls['library'] & LibraryCalls['variables']> = {}) {
  const shown: Parameters<Workbench['openRequest']>[] = []
  const activated: string[] = []
  const listed: (string | null)[] = []
  const window = createTestWindow({ describeError: () => 'No server.' })
  const all: LibraryCalls['library'] & LibraryCalls['variables'] = {
    readTree: async () => tree,
    readTreeChanges: async () => null,
    findByUrl: async () => [],
    readRequest: async ({ id }) => ({
      request: newHttpRequest({ name: id }),
      version: 'v1',
      file: null,
      exampleIds: [],
    }),
    createFolder: async ({ parentId, name }) => ({ state: 'created', id: `${parentId}/${name}` }),
    createCollection: async ({ name }) => ({ state: 'created', id: name }),
    async list({ parentId }) {
      listed.push(parentId)
      return [{ name: 'baseUrl', value: 'http://a', scope: 'collection' }]
    },
    ...calls,
  }
  const openRequest: Workbench['openRequest'] = (...request) => `tab ${shown.push(request)}`
  const activateRequest: Workbench['activateRequest'] = requestId =>
    shown.some(([source]) => source.requestId === requestId) ? activated.push(requestId).toString() : null
  const kept: string[] = []
  const tabs = { openRequest, activateRequest, keepOpen: (tabId: string) => void kept.push(tabId) }
  const library = createLibrary({ library: all, variables: all }, tabs, window, nothingFolded)
  return { library, shown, activated, kept, listed, toasts: window.shown }
}

it('opens the first request when the tree is read', async () => {
  const { library, shown } = setUp()
  await library.load({ opensFirst: true, reading: Promise.resolve(tree) })
  expect(library.store.getState()).toMatchObject({ tree, failure: null })
  expect(shown).toEqual([
    [{ requestId: 'list', parentId: 'shop', path: ['Shop'] }, newHttpRequest({ name: 'list' }), 'v1', false],
  ])
})

it('says once what the workspace lists and cannot be shown, and again when that changes', async () => {
  let notShown: readonly string[] | undefined = ['workspace.yml lists “A”.']
  const { library, toasts } = setUp({
    readTree: async () => ({ ...tree, ...(notShown === undefined ? {} : { notShown }) }),
  })
  await library.load({ opensFirst: false, reading: Promise.resolve({ ...tree, notShown }) })
  await library.refresh()
  expect(toasts.map(({ lines }) => lines)).toEqual([notShown])
  for (const lines of [undefined, ['workspace.yml lists “B”.']]) {
    notShown = lines
    await library.refresh()
  }
  expect(toasts.map(({ lines }) => lines)).toEqual([
    ['workspace.yml lists “A”.'],
    ['workspace.yml lists “B”.'],
  ])
})

it('opens a request once for both clicks of a double click, so that neither takes back what follows them', async () => {
  let reads = 0
  const { library, shown, activated } = setUp({
    async readRequest({ id }) {
      reads += 1
      return { request: newHttpRequest({ name: id }), version: 'v1', file: null, exampleIds: [] }
    },
  })
  await library.load({ opensFirst: false, reading: Promise.resolve(tree) })
  const row = findEntry(tree, 'list')
  if (row === null) throw new Error('The tree has no such request')
  await Promise.all([library.openRequest(row), library.openRequest(row)])
  expect(shown).toHaveLength(1)
  expect(activated).toEqual([])
  const opening = library.openRequest(row)
  expect(activated, 'an open request is shown at once').toEqual(['list'])
  await opening
  expect(reads).toBe(1)
})

it('looks at a request with one click, and keeps it open with the second', async () => {
  const { library, shown, kept } = setUp()
  await library.load({ opensFirst: false, reading: Promise.resolve(tree) })
  const row = findEntry(tree, 'list')
  if (row === null) throw new Error('The tree has no such request')
  await Promise.all([library.openRequest(row, true), library.openRequest(row)])
  expect(shown.map(([, , , isPreview]) => isPreview)).toEqual([true])
  expect(kept).toEqual(['tab 1'])
})

it('reports what could not be read', async () => {
  const failing = () => Promise.reject(new Error('broken'))
  const noTree = setUp()
  await noTree.library.load({ opensFirst: true, reading: failing() })
  expect(noTree.library.store.getState()).toMatchObject({ tree: null, failure: 'No server.' })
  const noRequest = setUp({ readRequest: failing })
  await noRequest.library.load({ opensFirst: true, reading: Promise.resolve(tree) })
  expect(noRequest.library.store.getState()).toMatchObject({ tree, failure: null })
  expect(noRequest.toasts).toMatchObject([{ title: 'List books could not be opened', text: 'No server.' }])
})

it('folds the folders of a new collection, at all depths, and of no other', async () => {
  const folder = (id: string, children: readonly LibraryNode[] = []) =>
    ({ kind: 'folder', id, name: id, children }) as const
  const of = (id: string, children: readonly LibraryNode[]) =>
    ({ kind: 'collection', id, name: id, children }) as const
  const grown = {
    ...tree,
    collections: [of('new', [folder('a', [folder('b')])]), of('old', [folder('c')])],
  }
  const { library } = setUp({ readTree: async () => grown })
  await foldFolders(library, ['new'])
  expect([...library.store.getState().toggled]).toEqual(['a', 'b'])
})

it('collapses and expands', () => {
  const { library } = setUp()
  library.setExpanded('shop', false)
  expect([...library.store.getState().toggled]).toEqual(['shop'])
  library.setExpanded('shop', true)
  expect([...library.store.getState().toggled]).toEqual([])
})

it('folds and unfolds all collections and folders, and hides all examples', () => {
  const { library } = setUp()
  library.store.setState({ tree })
  const first = flattenTree(tree, new Set(), '').find(row => row.node.kind === 'request')?.node.id ?? ''
  library.setExpanded(first, true)
  library.foldAll(true)
  const { toggled } = library.store.getState()
  expect(flattenTree(tree, toggled, '').map(row => row.level)).toEqual(tree.collections.map(() => 1))
  expect(toggled.has(first)).toBe(false)
  library.foldAll(true)
  expect(library.store.getState().toggled).toEqual(toggled)
  library.setExpanded(first, true)
  library.foldAll(false)
  expect([...library.store.getState().toggled]).toEqual([])
})

it('reads the variables of a parent once, and again after a failure', async () => {
  const { library, listed } = setUp()
  await Promise.all([
    library.loadVariables('shop'),
    library.loadVariables('shop'),
    library.loadVariables(null),
  ])
  expect(listed).toEqual(['shop', null])
  expect(library.store.getState().variables.shop).toHaveLength(1)
  let attempts = 0
  const failing = setUp({
    list() {
      attempts += 1
      return Promise.reject(new Error('broken'))
    },
  })
  await failing.library.loadVariables('shop')
  await failing.library.loadVariables('shop')
  expect(attempts).toBe(2)
})

it('finds what is filtered again after each change, and shows the latest search only', async () => {
  const answers: ((ids: readonly string[]) => void)[] = []
  const { library } = setUp({ findByUrl: () => new Promise(resolve => answers.push(resolve)) })
  const found = () => library.store.getState().foundByUrl
  const first = library.findByUrl(' /books ')
  library.follow()
  answers[1]?.(['saved a moment ago'])
  answers[0]?.([])
  await first
  expect(found()).toEqual({ text: '/books', ids: new Set(['saved a moment ago']) })
  await library.findByUrl('')
  expect(found()).toEqual({ text: '', ids: new Set() })
  library.follow()
  expect(answers).toHaveLength(2)
})

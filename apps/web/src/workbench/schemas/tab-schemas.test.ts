import { newHttpRequest } from '@parley/model'
import type { SchemaEvent, ShownSchema } from '@parley/server/contract'
import { waitFor } from '@parley/testkit'
import { beforeEach, expect, test } from 'vitest'
import { createTestWindow, type TestWindow } from '../../window/window-context.testkit.ts'
import { languageInProcess } from '../graphql/language-in-process.testkit.ts'
import { type SchemaParts, type SchemaSubject, schemaSubject, TabSchemas } from './tab-schemas.ts'

const texts: Readonly<Record<string, string>> = {
  'http://a': 'type Query { a: Int }',
  'http://b': 'type Query { b: Int } type B { b: Int }',
  'http://broken': 'type',
}

let window: TestWindow
let schemas: TabSchemas
/** The URLs whose schemas the server has, with the time of each. */
let stored: Map<string, number>
let fetches: string[]
let calls: SchemaParts['calls']
let reads: number
/** The files that the window has followed, and an empty text for each end of that. */
let followed: string[]
/** What the server keeps of a file that is broken. */
let lastUsable: ShownSchema | null
/** The versions of files that the page could use. */
let usable: string[]

const shownOf = (url: string): ShownSchema => ({ key: url, format: 'sdl', fetchedAt: stored.get(url) ?? 0 })

beforeEach(() => {
  window = createTestWindow()
  stored = new Map()
  fetches = []
  reads = 0
  followed = []
  lastUsable = null
  usable = []
  calls = {
    find: async ({ request: { url } }) => ({ schema: stored.has(url) ? shownOf(url) : null }),
    fetch: async ({ fetchId }) => {
      fetches.push(fetchId)
      return {}
    },
    cancel: async () => ({ wasRunning: false }),
    takeFile: async ({ request: { url } }) => ({ schema: shownOf(url) }),
    files: async () => ({ paths: ['schema.graphql'], isWhole: true }),
    follow: async ({ path }) => {
      followed.push(path)
      return { schema: shownOf(path), lastUsable, problem: null }
    },
    keepUsable: async ({ path, fetchedAt }) => {
      usable.push(`${path} ${fetchedAt}`)
      return {}
    },
    unfollow: async () => {
      followed.push('')
      return {}
    },
  }
  schemas = new TabSchemas(
    {
      calls: {
        find: input => calls.find(input),
        fetch: input => calls.fetch(input),
        cancel: input => calls.cancel(input),
        takeFile: input => calls.takeFile(input),
        files: input => calls.files(input),
        follow: input => calls.follow(input),
        keepUsable: input => calls.keepUsable(input),
        unfollow: input => calls.unfollow(input),
      },
      upload: async () => ({ filePath: 'picked:1/schema.graphql', sizeBytes: 1 }),
      readText: async ({ key }) => {
        reads += 1
        return key in texts ? new Blob([texts[key] ?? '']) : null
      },
      language: languageInProcess(),
    },
    window,
  )
})

const subjectOf = (url: string): SchemaSubject =>
  schemaSubject({ parentId: null, requestId: 'r', request: newHttpRequest({ url }) })

const tab = (tabId: string) => schemas.store.getState().tabs[tabId]

async function idle(tabId: string) {
  return waitFor(
    () => {
      const state = tab(tabId)
      return state?.activity === 'idle' && state
    },
    () => `an idle tab: ${JSON.stringify(tab(tabId))}`,
  )
}

const ended = (fetchId: string | undefined, progress: SchemaEvent['progress']) =>
  schemas.receive({ type: 'schema', fetchId: fetchId ?? '', progress })

test('a stored schema is loaded without a fetch, and read once', async () => {
  stored.set('http://a', 1)
  schemas.look('t', subjectOf('http://a'))
  expect((await idle('t')).loaded).toEqual({ schema: shownOf('http://a'), typeCount: expect.any(Number) })
  schemas.leave()
  schemas.look('t', subjectOf('http://a'))
  await waitFor(() => schemas.store.getState().revision === 2, 'the schema again')
  expect([fetches, reads]).toEqual([[], 1])
  stored.set('http://a', 2)
  schemas.refresh()
  await waitFor(() => reads === 2, 'the newer schema')
})

test('a tab that opens fetches its schema once, and one without a URL does not', async () => {
  schemas.look('t', subjectOf('http://a'))
  await waitFor(() => fetches.length === 1, 'a fetch')
  expect(tab('t')?.activity).toBe('fetching')
  stored.set('http://a', 1)
  ended(fetches[0], { state: 'fetched', schema: shownOf('http://a') })
  expect((await idle('t')).loaded?.schema.key).toBe('http://a')
  schemas.look('empty', subjectOf(' '))
  expect((await idle('empty')).loaded).toBeNull()
  expect(fetches).toHaveLength(1)
})

test('a changed draft is looked up after a pause, and never fetched by itself', async () => {
  stored.set('http://a', 1)
  schemas.look('t', subjectOf('http://a'))
  await idle('t')
  schemas.look('t', subjectOf('http://c'))
  schemas.look('t', subjectOf('http://b'))
  stored.set('http://b', 1)
  for (const timer of window.timers) timer.run()
  await waitFor(() => tab('t')?.loaded?.schema.key === 'http://b', 'the other schema')
  expect(fetches).toEqual([])
})

test.each<[SchemaEvent['progress'], object]>([
  [{ state: 'cancelled' }, { problem: null }],
  [
    { state: 'failed', problem: { code: 'NOT_GRAPHQL', sentence: 'No.', nextStep: 'Go.', answer: null } },
    { problem: { code: 'NOT_GRAPHQL' } },
  ],
])('a fetch that ends with %j leaves the tab idle', async (progress, expected) => {
  schemas.look('t', subjectOf('http://a'))
  await waitFor(() => fetches.length === 1, 'a fetch')
  ended(fetches[0], { state: 'fetching' })
  expect(tab('t')?.activity).toBe('fetching')
  ended('of another window', progress)
  expect(tab('t')?.activity).toBe('fetching')
  ended(fetches[0], progress)
  expect(await idle('t')).toMatchObject(expected)
})

test('Cancel of a fetch that the server does not know leaves the tab idle', async () => {
  schemas.look('t', subjectOf('http://a'))
  await waitFor(() => fetches.length === 1, 'a fetch')
  await schemas.cancel('t')
  expect(tab('t')?.activity).toBe('idle')
})

test('a schema that arrives for a hidden tab does not replace the one that is shown', async () => {
  schemas.look('first', subjectOf('http://a'))
  await waitFor(() => fetches.length === 1, 'a fetch')
  stored.set('http://b', 1)
  schemas.look('second', subjectOf('http://b'))
  await idle('second')
  const { revision } = schemas.store.getState()
  ended(fetches[0], { state: 'fetched', schema: shownOf('http://a') })
  expect((await idle('first')).loaded).toBeNull()
  expect(schemas.store.getState().revision).toBe(revision)
  expect(tab('second')?.loaded?.schema.key).toBe('http://b')
})

test('a file that is no schema is refused, and one that is becomes the schema', async () => {
  stored.set('http://a', 1)
  schemas.look('t', subjectOf('http://a'))
  await idle('t')
  await schemas.takeFile('t', new File(['type'], 'schema.graphql'))
  const kept = {
    activity: 'idle',
    loaded: { schema: { fetchedAt: 1 } },
    problem: { code: 'SCHEMA_NOT_READ' },
  }
  expect(tab('t')).toMatchObject(kept)
  stored.set('http://a', 3)
  await schemas.takeFile('t', new File(['type Query { a: Int }'], 'schema.graphql'))
  expect(tab('t')).toMatchObject({ problem: null, loaded: { schema: { fetchedAt: 3 } } })
})

test('a stored schema that cannot be read, or is gone, says so', async () => {
  stored.set('http://broken', 1)
  schemas.look('t', subjectOf('http://broken'))
  expect(await idle('t')).toMatchObject({ loaded: null, problem: { code: 'SCHEMA_NOT_READ' } })
  stored.set('http://gone', 1)
  schemas.look('u', subjectOf('http://gone'))
  expect(await idle('u')).toEqual({ loaded: null, activity: 'idle', problem: null })
})

test.each(['find', 'fetch'] as const)('a failing call (%s) is a problem of its tab', async name => {
  calls = { ...calls, [name]: () => Promise.reject(new Error('The server is gone.')) }
  schemas.look('t', subjectOf('http://a'))
  expect((await idle('t')).problem?.sentence).toBe('The server is gone.')
})

test('closed tabs are forgotten', async () => {
  stored.set('http://a', 1)
  schemas.look('t', subjectOf('http://a'))
  await idle('t')
  schemas.keepOnly(new Set())
  expect(schemas.store.getState().tabs).toEqual({})
})

const fileSubject = (path: string, source = 'file'): SchemaSubject => {
  const body = { type: 'graphql', query: '', variables: '', schema: { source, path } } as const
  return schemaSubject({ parentId: null, requestId: 'r', request: newHttpRequest({ url: 'http://a', body }) })
}
const missing = { code: 'SCHEMA_FILE_MISSING', sentence: 'Gone.', nextStep: 'Restore it.', answer: null }

test('a request with a schema file follows it, and asks no server', async () => {
  schemas.look('t', fileSubject('http://a'))
  expect(await idle('t')).toMatchObject({ problem: null, loaded: { schema: { key: 'http://a' } } })
  expect([followed, fetches]).toEqual([['http://a'], []])
  stored.set('http://a', 5)
  schemas.receiveFile({
    type: 'schemaFile',
    path: 'http://a',
    parentId: null,
    schema: shownOf('http://a'),
    lastUsable,
    problem: null,
  })
  await waitFor(() => tab('t')?.loaded?.schema.fetchedAt === 5, 'the changed file')
  schemas.receiveFile({
    type: 'schemaFile',
    path: 'other',
    parentId: null,
    schema: null,
    lastUsable,
    problem: missing,
  })
  expect(tab('t')?.problem).toBeNull()
  schemas.leave()
  expect(followed).toEqual(['http://a', ''])
})

test('a file that is deleted or broken leaves its last schema in use, and says what to do', async () => {
  schemas.look('t', fileSubject('http://a'))
  await idle('t')
  schemas.receiveFile({
    type: 'schemaFile',
    path: 'http://a',
    parentId: null,
    schema: shownOf('http://a'),
    lastUsable,
    problem: missing,
  })
  await waitFor(() => tab('t')?.problem === missing, 'the problem')
  expect((await idle('t')).loaded).not.toBeNull()
  const broken = { ...shownOf('http://broken'), fetchedAt: 2 }
  schemas.receiveFile({
    type: 'schemaFile',
    path: 'http://a',
    parentId: null,
    schema: broken,
    lastUsable,
    problem: null,
  })
  await waitFor(() => tab('t')?.problem?.code === 'SCHEMA_NOT_READ', 'the other problem')
  expect((await idle('t')).loaded?.schema.key).toBe('http://a')
  schemas.receiveFile({
    type: 'schemaFile',
    path: 'http://a',
    parentId: null,
    schema: null,
    lastUsable,
    problem: missing,
  })
  expect(await idle('t')).toMatchObject({ loaded: null, problem: missing })
})

test('a file that is broken from the beginning has the schema that the server kept', async () => {
  stored.set('http://b', 4)
  lastUsable = shownOf('http://b')
  schemas.look('t', fileSubject('http://broken'))
  expect(await idle('t')).toMatchObject({
    problem: { code: 'SCHEMA_NOT_READ' },
    loaded: { schema: { key: 'http://b', fetchedAt: 4 } },
  })
  expect(usable).toEqual([])
  stored.set('http://a', 5)
  schemas.receiveFile({
    type: 'schemaFile',
    path: 'http://broken',
    parentId: null,
    schema: shownOf('http://a'),
    lastUsable,
    problem: null,
  })
  await waitFor(() => tab('t')?.problem === null, 'the mended file')
  await waitFor(() => usable.length > 0, 'that it is kept')
  expect(usable).toEqual(['http://broken 5'])
})

test.each([
  ['none', '', null],
  ['of another version', 'x', 'SCHEMA_SOURCE_UNKNOWN'],
  ['file', '', 'SCHEMA_SOURCE_UNKNOWN'],
])('with the source “%s” and the path “%s” there is no schema', async (source, path, code) => {
  schemas.look('t', fileSubject(path, source))
  expect(await idle('t')).toMatchObject({ loaded: null, problem: code === null ? null : { code } })
  await schemas.fetch('t', false)
  expect([followed, fetches]).toEqual([[], []])
})

test('a schema that is wanted while it is looked up is fetched if there is none', async () => {
  const { promise: looked, resolve: endSearch } = Promise.withResolvers<{ schema: null }>()
  calls = { ...calls, find: () => looked }
  schemas.look('tab', subjectOf(''))
  expect(schemas.store.getState().tabs.tab?.activity).toBe('finding')
  await schemas.fetchUnlessKnown('tab')
  expect(fetches).toEqual([])
  endSearch({ schema: null })
  await waitFor(() => fetches.length === 1, 'the fetch')
})

test('files that change after they were read are read again while their tab is shown', async () => {
  const local: SchemaSubject = { ...subjectOf('http://a'), isLocal: true }
  const changed = (fetchId: string): SchemaEvent => ({
    type: 'schema',
    fetchId,
    progress: { state: 'changed' },
  })
  schemas.look('one', local)
  await waitFor(() => fetches.length === 1, 'the first fetch')
  schemas.receive({
    ...{ type: 'schema', fetchId: fetches[0] ?? '' },
    progress: { state: 'fetched', schema: shownOf('http://a') },
  })
  await idle('one')
  schemas.receive(changed('of another window'))
  expect(fetches.length).toBe(1)
  schemas.receive(changed(fetches[0] ?? ''))
  await waitFor(() => fetches.length === 2, 'the second fetch')
  schemas.leave()
  schemas.receive(changed(fetches[1] ?? ''))
  expect(fetches.length).toBe(2)
})

test('a schema that was fetched while the stored one was looked up stays', async () => {
  schemas.look('one', subjectOf(''))
  await idle('one')
  schemas.look('one', subjectOf('http://a'))
  await schemas.fetch('one', false)
  let isAsked = false
  let answer: (found: { schema: null }) => void = () => {}
  calls.find = () => {
    isAsked = true
    return new Promise(resolve => {
      answer = resolve
    })
  }
  schemas.refresh()
  await waitFor(() => isAsked, 'the search')
  schemas.receive({
    ...{ type: 'schema', fetchId: fetches.at(-1) ?? '' },
    progress: { state: 'fetched', schema: shownOf('http://a') },
  })
  await waitFor(() => tab('one')?.loaded, 'the fetched schema')
  answer({ schema: null })
  await idle('one')
  await Promise.resolve()
  expect(tab('one')?.loaded).toMatchObject({ schema: { key: 'http://a' } })
})

/** What a definition may come from. */
const sources = {
  server: () => subjectOf('http://b'),
  files: () => ({ ...subjectOf('http://b'), isLocal: true }),
  'other files': () => ({ ...subjectOf('http://c'), isLocal: true }),
  'a schema file': () => ({ ...subjectOf('http://b'), source: { source: 'file', path: 'http://b' } }),
  nothing: () => ({ ...subjectOf('http://b'), source: { source: 'none', path: '' } }),
} satisfies Readonly<Record<string, () => SchemaSubject>>
type Source = keyof typeof sources

const changes = (['server', 'files', 'other files'] as const).flatMap(from =>
  (Object.keys(sources) as Source[]).filter(to => to !== from).map(to => [from, to] as const),
)

test.each(changes)('what was asked of %s is dropped when %s is chosen', async (from, to) => {
  const cancelled: string[] = []
  calls.cancel = async ({ fetchId }) => {
    cancelled.push(fetchId)
    return { wasRunning: true }
  }
  schemas.look('one', sources[from]())
  await waitFor(() => fetches.length === 1, 'the first fetch')
  const [first] = fetches
  schemas.look('one', sources[to]())
  for (const { run } of window.timers.splice(0)) run()
  await waitFor(() => cancelled.length > 0, 'the end of the first fetch')
  expect(cancelled).toEqual([first])
  ended(first, { state: 'fetched', schema: shownOf('http://a') })
  if (to === 'files' || to === 'other files') {
    await waitFor(() => fetches.length === 2, 'the files to be read')
    ended(fetches[1], { state: 'fetched', schema: shownOf('http://b') })
  }
  const { loaded } = await idle('one')
  expect(loaded?.schema.key ?? null).toBe(to === 'server' || to === 'nothing' ? null : 'http://b')
  expect(fetches).toHaveLength(to === 'files' || to === 'other files' ? 2 : 1)
})

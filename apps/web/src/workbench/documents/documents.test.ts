import { newHttpRequest, type RequestExample } from '@parley/model'
import type { EditedVariable, LibraryTree, SavedFile } from '@parley/server/contract'
import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { isDeepEqual } from '../deep-equal.ts'
import { noEditedDefaults } from '../tabs/container-tabs.testkit.ts'
import { type ContainerCalls, createContainerTabs } from '../tabs/container-tabs.ts'
import { createExampleTabs } from '../tabs/example-tabs.ts'
import { type DraftTab, isDraftTab, isUnsaved, newTab, type OpenTab } from '../tabs/request-tab.ts'
import { createTabFollowing } from '../tabs/tab-following.ts'
import { createVariableTabs } from '../tabs/variable-tabs.ts'
import { variablesAlone } from '../tabs/variables-tab.ts'
import { createDocumentServices } from './document-services.ts'
import type { OpenTabs } from './document-tabs.ts'
import { withReplacementRedone } from './replace-draft.ts'
import { createRequestDocuments } from './request-documents.ts'

const emptyTree: LibraryTree = { revision: 'r1', workspaceName: 'W', collections: [] }
const file: SavedFile = { path: 'Books/a.yml', savedAtMs: 0, savedBy: 'anotherProgram' }

/** A file that answers like the server: a save over another version than its own is refused. */
function createDisk<Value>(value: Value, { alike = isDeepEqual } = {}) {
  const disk = {
    value,
    version: 1,
    /** Set: the next save fails. */
    fault: '',
    /** Set: another program saves the same content after each save that is refused. */
    isRestless: false,
    /** Awaited once a save is written, before the answer goes out. */
    onSaved: async () => {},
    saves: 0,
    write(next: Value): void {
      if (!alike(next, disk.value)) disk.version += 1
      disk.value = next
    },
    read: () => ({ version: `v${disk.version}`, file }),
    async save(next: Value, baseVersion: string | null) {
      disk.saves += 1
      if (disk.fault !== '') return { state: 'failed', sentence: disk.fault, nextStep: 'Try again.' } as const
      if (disk.isRestless) disk.version += 1
      if (baseVersion !== `v${disk.version}`) return { state: 'changed' } as const
      disk.write(next)
      const version = `v${disk.version}`
      await disk.onSaved()
      return { state: 'saved', version } as const
    },
  }
  return disk
}

function setUpWorkbench() {
  const workbench: OpenTabs = createStore(() => ({ tabs: [], activeTabId: null }))
  const window = createTestWindow({ describeError: String })
  const services = createDocumentServices(workbench, window)
  return {
    workbench,
    services,
    /** The errors that were shown. */
    log: () => window.shown.filter(({ kind }) => kind === 'error').map(({ text }) => text),
    /** The titles of what is shown now. */
    seen: () => window.toasts.store.getState().toasts.map(({ title }) => title),
    /** What undoes each decision that was made. */
    undo: () => window.shown.flatMap(({ action }) => action?.run ?? []),
  }
}

/** One kind of document, open on a tab, with two fields that are edited as texts. */
interface Subject {
  readonly tab: () => DraftTab | undefined
  /** Types into the draft. */
  edit(first: string, second?: string): void
  /** What the draft holds. */
  draft(): readonly [string, string]
  /** Another program writes the file. */
  write(first: string, second?: string): void
  disk(): readonly [string, string]
  readonly onDisk: {
    fault: string
    saves: number
    version: number
    isRestless: boolean
    onSaved(): Promise<void>
  }
  /** The page notices that the file, or the environment, is gone. */
  remove(): Promise<void>
  save(): Promise<boolean>
  /** The server says that the file may have changed. */
  refresh(): Promise<void>
}

type SetUp = (parts: ReturnType<typeof setUpWorkbench>) => Promise<Subject>

const present =
  ({ workbench }: ReturnType<typeof setUpWorkbench>) =>
  (): DraftTab | undefined =>
    workbench.getState().tabs.filter(isDraftTab)[0]

const requests: SetUp = async parts => {
  const request = (url = 'a', docs = 'a') => newHttpRequest({ name: 'Get', url, docs })
  const disk = createDisk(request())
  const opened = () => ({ request: disk.value, ...disk.read(), exampleIds: [] })
  const documents = createRequestDocuments(parts.workbench, parts.services, {
    readRequestIfThere: async () => opened(),
    async saveRequest({ request: next, baseVersion }) {
      const saved = await disk.save(next, baseVersion)
      return saved.state === 'changed' ? { ...saved, theirs: opened() } : saved
    },
    createRequest: async () => ({ state: 'created', id: 'r', version: 'v1' }),
  })
  const library = { refresh: async () => emptyTree }
  const calls = { readRequestIfThere: async () => null }
  const following = createTabFollowing(calls, parts.workbench, library, documents)
  const source = { requestId: 'r', parentId: 'c', path: ['Shop'] }
  const tab = newTab({ id: 't', source, request: disk.value, version: 'v1' })
  parts.workbench.setState({ tabs: [tab], activeTabId: 't' })
  return {
    tab: present(parts),
    edit: (url, docs = 'a') => documents.change('t', one => ({ ...one, draft: request(url, docs) })),
    draft: () => [documents.find('t')?.draft.url ?? '', documents.find('t')?.draft.docs ?? ''],
    write: (url, docs = 'a') => disk.write(request(url, docs)),
    disk: () => [disk.value.url, disk.value.docs ?? ''],
    onDisk: disk,
    async remove() {
      following.follow(emptyTree)
      await expect.poll(() => documents.find('t')?.source).toBe(null)
    },
    save: () => documents.save('t'),
    refresh: () => documents.refresh('t'),
  }
}

const noAccess = { setScriptAccess: async () => ({ state: 'done' }) as const }

const containers =
  (kind: 'collection' | 'folder'): SetUp =>
  async parts => {
    const content = (docs = 'a', preRequest = 'a') => ({
      name: 'Shop',
      docs,
      defaults: { ...noEditedDefaults, scripts: { ...noEditedDefaults.scripts, preRequest } },
    })
    const disk = createDisk(content())
    const opened = () => ({ content: disk.value, ...disk.read() })
    const calls: ContainerCalls = {
      readContainer: async () => opened(),
      readContainerIfThere: async () => opened(),
      async saveContainer({ content: next, baseVersion }) {
        const saved = await disk.save(next, baseVersion)
        return saved.state === 'changed' ? { ...saved, theirs: opened() } : saved
      },
    }
    const tabs = createContainerTabs(parts.workbench, parts.services, calls, noAccess)
    await tabs.open({ node: { kind, id: 'c', name: 'Shop', children: [] }, path: [], parentId: null })
    const tab = present(parts)
    const id = tab()?.id ?? ''
    const draft = () => {
      const shown = tab()
      return shown?.kind === kind ? shown.draft : content('', '')
    }
    return {
      tab,
      edit: (docs, script) => tabs.edit(id, () => content(docs, script)),
      draft: () => [draft().docs, draft().defaults.scripts.preRequest],
      write: (docs, script) => disk.write(content(docs, script)),
      disk: () => [disk.value.docs, disk.value.defaults.scripts.preRequest],
      onDisk: disk,
      remove: async () => tabs.follow(emptyTree),
      save: () => tabs.save(id),
      refresh: () => tabs.refresh('c'),
    }
  }

const examples: SetUp = async parts => {
  const example = (url = 'a', reasonPhrase = 'a'): RequestExample => ({
    name: 'Twenty books',
    request: { method: 'GET', url, headers: [], params: [], pathParams: [], body: { type: 'none' } },
    response: { statusCode: 200, reasonPhrase, headers: [] },
  })
  const disk = createDisk(newHttpRequest({ name: 'List', examples: [{ name: 'Other' }, example()] }))
  const opened = () => ({ request: disk.value, ...disk.read(), exampleIds: ['e1', 'e2'] })
  const tabs = createExampleTabs(parts.workbench, parts.services, {
    readRequestIfThere: async () => opened(),
    async saveRequest({ request: next, baseVersion }) {
      const saved = await disk.save(next, baseVersion)
      return saved.state === 'changed' ? { ...saved, theirs: opened() } : saved
    },
  })
  const leaf = { kind: 'request', id: 'r', name: 'List', method: 'GET', problem: null } as const
  const collection = { kind: 'collection', id: 'c', name: 'Shop', children: [leaf] } as const
  const tree: LibraryTree = { ...emptyTree, collections: [collection] }
  await tabs.open({ node: leaf, path: ['Shop'], parentId: 'c' }, 'e2')
  const tab = present(parts)
  const id = tab()?.id ?? ''
  const textsOf = ({ request, response }: RequestExample): readonly [string, string] => [
    request?.url ?? '',
    response?.reasonPhrase ?? '',
  ]
  const onDisk = () => disk.value.examples[1] ?? { name: '' }
  return {
    tab,
    edit: (url, reason) => tabs.edit(id, () => example(url, reason)),
    draft: () => textsOf(tabs.find(id)?.draft ?? { name: '' }),
    write: (url, reason) =>
      disk.write({ ...disk.value, examples: [{ name: 'Other' }, example(url, reason)] }),
    disk: () => textsOf(onDisk()),
    onDisk: disk,
    remove: async () => tabs.follow(emptyTree),
    save: () => tabs.save(id),
    async refresh() {
      tabs.follow(tree)
      await parts.services.queue.run(async () => {})
      await parts.services.queue.run(async () => {})
    },
  }
}

const environments = {
  environments: [{ id: 'e', name: 'Staging', collection: null, problem: null }],
  activeId: 'e',
}

const variables =
  (place: Parameters<ReturnType<typeof createVariableTabs>['open']>[0]): SetUp =>
  async parts => {
    const variable = (name: string, text: string): EditedVariable => ({
      variable: { secret: false, name, value: { text }, enabled: true },
      secretValue: null,
    })
    const pair = (first = 'a', second = 'a'): readonly EditedVariable[] => [
      variable('first', first),
      variable('second', second),
    ]
    const textsOf = (all: readonly EditedVariable[]): readonly [string, string] => {
      const [first = '', second = ''] = all.map(one => (one.variable.secret ? '' : one.variable.value.text))
      return [first, second]
    }
    const disk = createDisk(pair())
    const opened = () => ({ ...variablesAlone(disk.value), ...disk.read() })
    const workbench = { store: parts.workbench, closeWithoutAsking: () => {} }
    const tabs = createVariableTabs(workbench, parts.services, {
      variables: {
        open: async () => ({ state: 'opened', ...opened() }),
        async save({ variables: next, baseVersion }) {
          const saved = await disk.save(next, baseVersion)
          return saved.state === 'changed' ? { ...saved, theirs: opened() } : saved
        },
        setScriptAccess: async () => ({ state: 'done' }),
      },
      environments: { create: async () => ({ state: 'created', id: 'e' }) },
    })
    tabs.receive(environments)
    tabs.open(place)
    const tab = present(parts)
    await expect.poll(() => tab()?.version).toBe('v1')
    const id = tab()?.id ?? ''
    return {
      tab,
      edit: (first, second) => tabs.editVariables(id, pair(first, second)),
      draft() {
        const shown = tab()
        return textsOf(shown?.kind === 'variables' ? shown.draft.variables : [])
      },
      write: (first, second) => disk.write(pair(first, second)),
      disk: () => textsOf(disk.value),
      onDisk: disk,
      remove: async () => tabs.receive({ environments: [], activeId: null }),
      save: () => tabs.save(id),
      async refresh() {
        tabs.receive(environments)
        await parts.services.queue.run(async () => {})
      },
    }
  }

/** Every kind of tab that is saved to a file; a kind without an entry does not compile. */
const setUps: Readonly<Record<Exclude<OpenTab['kind'], 'run' | 'variables'> | VariablesKind, SetUp>> = {
  request: requests,
  collection: containers('collection'),
  folder: containers('folder'),
  example: examples,
  environment: variables({ kind: 'environment', id: 'e' }),
  workspace: variables({ kind: 'workspace' }),
  global: variables({ kind: 'global' }),
}
type VariablesKind = 'environment' | 'workspace' | 'global'

describe.each(Object.entries(setUps))('a document of the kind %s', (_kind, setUp) => {
  async function open() {
    const parts = setUpWorkbench()
    const subject = await setUp(parts)
    const { conflicts } = parts.services
    const waiting = () => conflicts.store.getState().conflicts
    const isUnsavedNow = () => {
      const tab = subject.tab()
      return tab !== undefined && isUnsaved(tab)
    }
    /** Both sides changed, and the question open. */
    async function inConflict(): Promise<string> {
      subject.edit('mine')
      subject.write('theirs', 'also theirs')
      await subject.refresh()
      expect(waiting()).toHaveLength(1)
      return waiting()[0]?.tabId ?? ''
    }
    const settled = () => parts.services.queue.run(async () => {})
    const change = (next: (tab: DraftTab) => OpenTab) =>
      parts.workbench.setState(({ tabs }) => ({ tabs: tabs.map(one => (isDraftTab(one) ? next(one) : one)) }))
    return { ...parts, ...subject, conflicts, waiting, isUnsavedNow, inConflict, settled, change }
  }

  it('saves one after another, and mistakes none for a change by another program', async () => {
    const { edit, save, waiting, disk } = await open()
    edit('1')
    const first = save()
    edit('2')
    expect(await Promise.all([first, save(), save()])).toEqual([true, true, true])
    expect([waiting(), disk()]).toEqual([[], ['2', 'a']])
  })

  it('follows its file while nothing is typed, and keeps the draft object if the file has the same content', async () => {
    const { write, refresh, draft, isUnsavedNow, tab, edit } = await open()
    write('theirs')
    await refresh()
    expect([draft(), isUnsavedNow()]).toEqual([['theirs', 'a'], false])
    edit('alike')
    const before = tab()?.draft
    write('alike')
    await refresh()
    expect([tab()?.draft === before, isUnsavedNow()]).toEqual([true, false])
  })

  it('takes over equal content silently when it is saved', async () => {
    const { edit, write, save, waiting, isUnsavedNow } = await open()
    edit('alike')
    write('alike')
    expect(await save()).toBe(true)
    expect([waiting(), isUnsavedNow()]).toEqual([[], false])
  })

  it('keeps what was typed if a save fails, and says why', async () => {
    const { edit, save, onDisk, log, seen, draft } = await open()
    edit('mine')
    onDisk.fault = 'The disk is full.'
    expect(await save()).toBe(false)
    expect([log(), draft()]).toEqual([['The disk is full. Try again.'], ['mine', 'a']])
    // The next save that succeeds takes the message away.
    onDisk.fault = ''
    expect(seen()).toEqual(['Not saved'])
    expect(await save()).toBe(true)
    expect(seen()).toEqual([])
  })

  it('asks once for each version of the file, naming the fields, and changes nothing until then', async () => {
    const { inConflict, conflicts, waiting, refresh, write, draft, disk } = await open()
    const tabId = await inConflict()
    expect(waiting()[0]).toMatchObject({
      file,
      differences: [
        { mine: 'mine', theirs: 'theirs', isMineChanged: true },
        { mine: 'a', theirs: 'also theirs', isMineChanged: false },
      ],
    })
    expect([draft(), disk()]).toEqual([
      ['mine', 'a'],
      ['theirs', 'also theirs'],
    ])
    conflicts.decideLater(tabId)
    await refresh()
    expect(waiting()).toEqual([])
    write('later')
    await refresh()
    expect(waiting()).toHaveLength(1)
    // The file says again what it said when it was opened.
    write('a', 'a')
    await refresh()
    expect(waiting()).toEqual([])
  })

  it('asks about a tab when it is shown', async () => {
    const { workbench, edit, write, refresh, waiting, tab } = await open()
    const activeTabId = tab()?.id ?? ''
    workbench.setState({ activeTabId: null })
    edit('mine')
    write('theirs')
    await refresh()
    expect(waiting()).toEqual([])
    workbench.setState({ activeTabId })
    expect(waiting()).toHaveLength(1)
  })

  it('asks when it is saved, and the save ends with the decision', async () => {
    const { edit, write, save, waiting, conflicts } = await open()
    edit('mine')
    write('theirs')
    const saving = save()
    await expect.poll(waiting).toHaveLength(1)
    conflicts.decideLater(waiting()[0]?.tabId ?? '')
    expect(await saving).toBe(false)
    const again = save()
    await expect.poll(waiting).toHaveLength(1)
    conflicts.saveMine(waiting()[0]?.tabId ?? '')
    expect(await again).toBe(true)
  })

  it('ends a save during an open question with its decision', async () => {
    const { inConflict, conflicts, waiting, save, settled, disk } = await open()
    const tabId = await inConflict()
    const saving = save()
    conflicts.saveMine(tabId)
    await settled()
    await settled()
    expect(waiting()).toEqual([])
    expect([await saving, disk()]).toEqual([true, ['mine', 'a']])
  })

  it('continues a save when the conflict ends by itself', async () => {
    const { inConflict, waiting, save, write, refresh, disk, draft } = await open()
    await inConflict()
    const saving = save()
    write('a', 'a')
    await refresh()
    expect([await saving, waiting(), disk(), draft()]).toEqual([true, [], ['mine', 'a'], ['mine', 'a']])
  })

  it('stops asking once the tab is closed', async () => {
    const { workbench, inConflict, waiting } = await open()
    await inConflict()
    workbench.setState({ tabs: [], activeTabId: null })
    expect(waiting()).toEqual([])
  })

  /** What each answer leaves behind. */
  const answers = {
    saveMine: { draft: ['mine', 'a'], disk: ['mine', 'a'] },
    loadTheirs: { draft: ['theirs', 'also theirs'], disk: ['theirs', 'also theirs'] },
    saveChosen: { draft: ['mine', 'also theirs'], disk: ['mine', 'also theirs'] },
  } as const

  it.each(Object.entries(answers))(
    '%s is carried out, and one undo restores everything',
    async (answer, after) => {
      const { inConflict, conflicts, waiting, draft, disk, isUnsavedNow, undo, settled } = await open()
      const tabId = await inConflict()
      const [, second] = waiting()[0]?.differences ?? []
      if (answer === 'saveChosen') conflicts.saveChosen(tabId, [second?.label ?? ''])
      else if (answer === 'saveMine') conflicts.saveMine(tabId)
      else conflicts.loadTheirs(tabId)
      await expect.poll(() => undo().length).toBe(1)
      expect([draft(), disk(), isUnsavedNow(), waiting()]).toEqual([after.draft, after.disk, false, []])
      undo()[0]?.()
      await settled()
      expect([draft(), disk(), isUnsavedNow(), waiting()]).toEqual([
        ['mine', 'a'],
        ['theirs', 'also theirs'],
        true,
        [],
      ])
    },
  )

  it.each(Object.keys(answers))('the undo of %s loses nothing that was typed since', async answer => {
    const { inConflict, conflicts, waiting, draft, undo, settled, edit, tab, change } = await open()
    const tabId = await inConflict()
    const labels =
      waiting()[0]
        ?.differences.slice(1)
        .map(({ label }) => label) ?? []
    if (answer === 'saveChosen') conflicts.saveChosen(tabId, labels)
    else if (answer === 'saveMine') conflicts.saveMine(tabId)
    else conflicts.loadTheirs(tabId)
    await expect.poll(() => undo().length).toBe(1)
    edit('typed since', 'then')
    undo()[0]?.()
    await settled()
    if (answer !== 'saveMine') {
      expect(draft()).toEqual(['mine', 'a'])
      change(one => withReplacementRedone<unknown, typeof one>(one) ?? one)
    }
    expect([draft(), tab()?.replacements.undone]).toEqual([['typed since', 'then'], []])
  })

  it('keeps the draft unchanged if the choice cannot be saved', async () => {
    const { inConflict, conflicts, waiting, draft, log, onDisk, isUnsavedNow, settled } = await open()
    const tabId = await inConflict()
    onDisk.fault = 'The disk is full.'
    conflicts.saveChosen(tabId, waiting()[0]?.differences.map(({ label }) => label) ?? [])
    await expect.poll(log).toEqual(['The disk is full. Try again.'])
    await settled()
    expect([draft(), isUnsavedNow()]).toEqual([['mine', 'a'], true])
  })

  it('reports that the file changes again with each attempt to save', async () => {
    const { edit, onDisk, save, log, draft, waiting, isUnsavedNow } = await open()
    edit('mine')
    onDisk.isRestless = true
    expect(await save()).toBe(false)
    expect([log().length, draft(), waiting(), isUnsavedNow()]).toEqual([1, ['mine', 'a'], [], true])
  })

  it('reopens a tab that was closed with its conflict settled', async () => {
    const { workbench, inConflict, conflicts, undo, draft, settled } = await open()
    conflicts.loadTheirs(await inConflict())
    await expect.poll(() => undo().length).toBe(1)
    workbench.setState({ tabs: [], activeTabId: null })
    undo()[0]?.()
    await settled()
    expect(draft()).toEqual(['mine', 'a'])
  })
})

it.each(['request', 'collection', 'folder', 'environment'] as const)(
  'a %s that is deleted while it is saved stays unsaved',
  async kind => {
    const parts = setUpWorkbench()
    const { edit, save, remove, onDisk, tab, draft } = await setUps[kind](parts)
    edit('mine')
    onDisk.onSaved = remove
    await save()
    const left = tab()
    expect([draft(), left && isUnsaved(left)]).toEqual([['mine', 'a'], true])
  },
)

it.each(['request', 'collection', 'folder', 'environment'] as const)(
  'deleting a %s ends its conflict, and its tab stays unsaved',
  async kind => {
    const parts = setUpWorkbench()
    const { edit, write, refresh, remove, tab, draft } = await setUps[kind](parts)
    edit('mine')
    write('theirs')
    await refresh()
    const { store } = parts.services.conflicts
    expect(store.getState().conflicts).toHaveLength(1)
    await remove()
    const left = tab()
    expect([store.getState().conflicts, draft(), left && isUnsaved(left)]).toEqual([[], ['mine', 'a'], true])
  },
)

it('leaves what was said of a tab that is not saved when another one is', () => {
  const { services, seen } = setUpWorkbench()
  services.notSaved('a', 'The disk is full.')
  services.saved('b')
  expect(seen()).toEqual(['Not saved'])
  services.saved('a')
  expect(seen()).toEqual([])
})

it('takes over a change of order and name without asking, even while something is typed', async () => {
  const parts = setUpWorkbench()
  const subject = await requests(parts)
  const documents = createRequestDocuments(parts.workbench, parts.services, {
    readRequestIfThere: async () => {
      const request = newHttpRequest({ name: 'Renamed', url: 'a', docs: 'a' })
      return { request: { ...request, sequence: 7 }, version: 'v9', file, exampleIds: [] }
    },
    saveRequest: () => Promise.reject(new Error('Not saved here.')),
    createRequest: () => Promise.reject(new Error('Not created here.')),
  })
  subject.edit('mine')
  await documents.refresh('t')
  expect(parts.services.conflicts.store.getState().conflicts).toEqual([])
  expect(subject.tab()).toMatchObject({
    version: 'v9',
    saved: { name: 'Renamed', url: 'a', sequence: 7 },
    draft: { name: 'Renamed', url: 'mine', sequence: 7 },
  })
})

it('keeps all its content when its collection is deleted', async () => {
  const parts = setUpWorkbench()
  const tree = (name: string | null): LibraryTree => ({
    revision: 'r1',
    workspaceName: 'W',
    collections: name === null ? [] : [{ kind: 'collection', id: 'c', name, children: [] }],
  })
  const content = { name: 'Shop', docs: 'a', defaults: noEditedDefaults }
  const calls: ContainerCalls = {
    readContainer: async () => ({ content, version: 'v1', file }),
    readContainerIfThere: async () => null,
    saveContainer: async () => ({ state: 'saved', version: 'v2' }),
  }
  const tabs = createContainerTabs(parts.workbench, parts.services, calls, noAccess)
  const entry = { node: tree('Shop').collections[0], path: [], parentId: null }
  if (entry.node === undefined) throw new Error('There is one.')
  await Promise.all([tabs.open({ ...entry, node: entry.node }), tabs.open({ ...entry, node: entry.node })])
  const [tab, ...others] = parts.workbench.getState().tabs
  expect(others).toEqual([])
  tabs.follow(tree(null))
  const lost = parts.workbench.getState().tabs[0]
  expect([tab && isUnsaved(tab), lost && isUnsaved(lost)]).toEqual([false, true])
})

import { newHttpRequest, row } from '@parley/model'
import type { ClaimedTab, ReportedTab, TabsSaved } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { readDataText } from '../runs/run-data.ts'
import { restoredData } from '../runs/run-data-content.ts'
import type { RunPagesState } from '../runs/run-pages.ts'
import { newRunForm, type RunTab } from '../runs/run-tab.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { isUnsaved } from './request-tab.ts'
import { restoredTab } from './tab-content.ts'
import { createTabJournal, type TabJournalPorts } from './tab-journal.ts'
import { newVariablesTab } from './variable-tabs.ts'

function setUp() {
  const written: ReportedTab[][] = []
  let outcome: TabsSaved | Promise<TabsSaved> = { state: 'saved' }
  /** How long it takes from one look at the clock to the next. */
  const clock = { now: 0, step: 0 }
  const workbench = createTestWorkbench()
  const window = createTestWindow({
    elapsedMs() {
      clock.now += clock.step
      return clock.now
    },
  })
  const runPages = createStore<RunPagesState>(() => ({ data: {}, reading: {}, chosen: {}, compared: {} }))
  const ports: TabJournalPorts = {
    async save({ tabs }) {
      written.push([...tabs])
      return outcome
    },
    saveLast({ tabs }) {
      written.push([...tabs])
      return true
    },
    fitsLast: ({ tabs }) => JSON.stringify(tabs).length < 60_000,
  }
  const journal = createTabJournal(workbench.store, runPages, ports, window)
  const { timers } = window
  return {
    clock,
    workbench,
    runPages,
    journal,
    written,
    told: () => window.shown.map(({ text }) => text),
    answerWith: (next: TabsSaved | Promise<TabsSaved>) => {
      outcome = next
    },
    /** Lets the next timer run, and resolves to its delay. */
    async pass(): Promise<number | undefined> {
      const timer = timers.shift()
      timer?.run()
      await new Promise(resolve => setImmediate(resolve))
      return timer?.delayMs
    },
    isQuiet: () => timers.length === 0,
  }
}

const edit = (url: string) => () => newHttpRequest({ method: 'GET', url })

/** What a restart gives back for tabs as they were written last. */
function restart(tabs: readonly ReportedTab[] | undefined) {
  const claimed = (tabs ?? []).map(({ tabId, view, draft }): ClaimedTab => {
    return { tabId, view, content: draft.state === 'changed' ? draft.content : null, opened: null }
  })
  return claimed.map(restoredTab)
}

test('a change is written within 250 ms, and restored unchanged', async () => {
  const { workbench, journal, written, pass, isQuiet } = setUp()
  journal.start([], [], new Set())
  await pass()
  const tabId = workbench.newRequestTab()
  workbench.editDraft(tabId, edit('http://typed.test/'))
  workbench.chooseRequestSection(tabId, 'headers')
  expect(journal.isEverythingStored()).toBe(false)
  expect(await pass()).toBe(250)
  expect(journal.isEverythingStored()).toBe(true)
  expect(isQuiet()).toBe(true)
  const [tab] = restart(written.at(-1))
  expect(tab).toMatchObject({ id: tabId, requestSection: 'headers', draft: { url: 'http://typed.test/' } })
  expect(tab && isUnsaved(tab)).toBe(true)
})

test('a draft that is slow to write waits longer the next time, and 400 ms at most', async () => {
  const { workbench, journal, pass, clock } = setUp()
  const tabId = workbench.newRequestTab()
  journal.start([], [], new Set())
  clock.step = 15
  await pass()
  clock.step = 0
  workbench.editDraft(tabId, edit('http://soon.test/'))
  expect(await pass()).toBe(400)
  workbench.editDraft(tabId, edit('http://sooner.test/'))
  expect(await pass()).toBe(250)
})

test('a save is written at once, because the draft would otherwise be restored as unsaved', async () => {
  const { workbench, journal, written, pass } = setUp()
  journal.start([], [], new Set())
  await pass()
  const tabId = workbench.newRequestTab()
  workbench.editDraft(tabId, edit('http://half.test/'))
  await pass()
  workbench.editDraft(tabId, edit('http://whole.test/'))
  const source = { requestId: 'r', parentId: 'c', path: ['Shop'] }
  const save = () =>
    workbench.store.setState(({ tabs }) => ({
      tabs: tabs.map(tab => (tab.kind === 'request' ? { ...tab, source, saved: tab.draft } : tab)),
    }))
  const before = written.length
  save()
  // No timer has run.
  expect(written.slice(before).map(([tab]) => tab?.draft)).toEqual([{ state: 'none' }])
  await pass()
  expect(written).toHaveLength(before + 1)

  // Saved while the journal is being written: once that has ended, without another delay.
  workbench.editDraft(tabId, edit('http://again.test/'))
  await pass()
  workbench.editDraft(tabId, edit('http://last.test/'))
  const writing = pass()
  save()
  await writing
  expect(written.at(-2)?.[0]?.draft.state).toBe('changed')
  expect(written.at(-1)?.[0]?.draft).toEqual({ state: 'none' })
})

test('only changes are written again', async () => {
  const { workbench, journal, written, pass } = setUp()
  const first = workbench.newRequestTab()
  const second = workbench.newRequestTab()
  journal.start([], [], new Set())
  await pass()
  workbench.editDraft(second, edit('http://second.test/'))
  await pass()
  expect(written.at(-1)?.map(({ tabId, draft }) => [tabId, draft.state])).toEqual([
    [first, 'unchanged'],
    [second, 'changed'],
  ])
})

test('text typed during a write is written after it', async () => {
  const { workbench, journal, written, pass } = setUp()
  const tabId = workbench.newRequestTab()
  journal.start([], [], new Set())
  const passing = pass()
  workbench.editDraft(tabId, edit('http://later.test/'))
  await passing
  expect(journal.isEverythingStored()).toBe(false)
  await pass()
  expect(journal.isEverythingStored()).toBe(true)
  expect(restart(written.at(-1))).toMatchObject([{ draft: { url: 'http://later.test/' } }])
})

test('a failed write is reported once and retried until it succeeds', async () => {
  const { workbench, journal, told, answerWith, pass, isQuiet } = setUp()
  workbench.editDraft(workbench.newRequestTab(), edit('http://typed.test/'))
  journal.start([], [], new Set())
  answerWith({ state: 'failed', sentence: 'The disk is full.', nextStep: 'Make room.' })
  await pass()
  expect(await pass()).toBe(2000)
  expect(told()).toEqual(['The disk is full. Make room.'])
  expect(journal.isEverythingStored()).toBe(false)
  answerWith({ state: 'saved' })
  await pass()
  expect(journal.isEverythingStored()).toBe(true)
  expect(isQuiet()).toBe(true)
})

test('while the key is loaded, typed text is retried within 250 ms', async () => {
  const { workbench, journal, told, answerWith, pass, isQuiet } = setUp()
  const tabId = workbench.newRequestTab()
  journal.start([], [], new Set())
  answerWith({ state: 'waiting' })
  await pass()
  workbench.editDraft(tabId, edit('http://typed.test/'))
  expect(await pass()).toBe(250)
  answerWith({ state: 'saved' })
  expect(await pass()).toBe(250)
  expect(journal.isEverythingStored()).toBe(true)
  expect(told()).toEqual([])
  expect(isQuiet()).toBe(true)
})

test('a tab of another version of the page is passed on unchanged', async () => {
  const { journal, written, pass } = setUp()
  const claimed: ClaimedTab = { tabId: 'newer', view: '', content: '{"format":99}', opened: null }
  expect(restoredTab(claimed)).toBeNull()
  journal.start([claimed], [], new Set())
  await pass()
  expect(written.at(-1)).toEqual([
    { tabId: 'newer', requestId: null, view: '', draft: { state: 'unchanged' } },
  ])
})

test('variables are restored with what was typed, unchanged ones with their place', async () => {
  const { workbench, journal, written, pass } = setUp()
  journal.start([], [], new Set())
  await pass()
  const clean = newVariablesTab({ id: 'g', place: { kind: 'global' }, name: '', wanted: null })
  const variable = { name: 'typed', value: { text: 'x' }, enabled: true, secret: false } as const
  const changed = {
    ...newVariablesTab({ id: 'w', place: { kind: 'workspace' }, name: '', wanted: null }),
    state: 'open' as const,
    version: 'v1',
    section: 'headers' as const,
    draft: { variables: [{ variable, secretValue: null }], headers: [row('X-Team', 'books')] },
  }
  workbench.store.setState({ tabs: [{ ...clean, state: 'open', version: 'v1' }, changed], activeTabId: 'w' })
  expect(journal.isEverythingStored()).toBe(false)
  await pass()
  expect(journal.isEverythingStored()).toBe(true)
  expect(restart(written.at(-1))).toEqual([clean, changed])
})

test('variables that an earlier release stored are restored', () => {
  const variable = { name: 'typed', value: { text: 'x' }, enabled: true, secret: false } as const
  const draft = [{ variable, secretValue: null }]
  const stored = { place: { kind: 'workspace' }, name: '', saved: [], draft, version: 'v1', isGone: false }
  const content = JSON.stringify({ format: 1, variables: stored })
  expect(restoredTab({ tabId: 'w', view: '', content, opened: null })).toMatchObject({
    saved: { variables: [], headers: [] },
    draft: { variables: draft, headers: [] },
    section: 'variables',
    version: 'v1',
  })
})

const runTab: RunTab = {
  kind: 'run',
  id: 'run',
  targetId: 't',
  targetKind: 'folder',
  name: 'Shop',
  path: [],
  isLost: false,
  form: { ...newRunForm, retries: 3, polled: ['Shop/Get'], leftOut: ['Shop/Remove'] },
  shownRunId: null,
  section: 'requests',
}

test('the options of a run and its data file are restored, and the file is written once', async () => {
  const { workbench, runPages, journal, written, pass } = setUp()
  journal.start([], [], new Set())
  await pass()
  const data = await readDataText('users.csv', 'name,age\nAnn,4\n')
  workbench.store.setState({ tabs: [runTab] })
  runPages.setState({ data: { run: data, closed: data } })
  await pass()
  const [tab, file, ...none] = written.at(-1) ?? []
  expect(none).toEqual([])
  expect(restart(written.at(-1))).toEqual([runTab, null])
  const content = file?.draft.state === 'changed' ? file.draft.content : null
  const claimed = { tabId: file?.tabId ?? '', view: '', content, opened: null }
  expect(await restoredData([claimed])).toEqual({ run: data })

  workbench.store.setState({ tabs: [{ ...runTab, form: { ...runTab.form, retries: 4 } }] })
  await pass()
  expect(written.at(-1)).toMatchObject([
    { tabId: tab?.tabId, draft: { state: 'changed' } },
    { tabId: file?.tabId, draft: { state: 'unchanged' } },
  ])
  runPages.setState({ data: {} })
  await pass()
  expect(written.at(-1)).toHaveLength(1)
})

test('a restored data file is stored unchanged, and one that was refused is not stored', async () => {
  const { workbench, runPages, journal, written, pass } = setUp()
  const data = { run: await readDataText('users.csv', 'name\nAnn\n') }
  workbench.store.setState({ tabs: [runTab] })
  runPages.setState({ data })
  journal.start([], [runTab], new Set(['run', 'run:data']), data)
  await pass()
  expect(written.at(-1)?.map(({ draft }) => draft.state)).toEqual(['unchanged', 'unchanged'])
  runPages.setState({ data: { run: { ...data.run, text: '', problem: 'It is larger than 20 MB.' } } })
  await pass()
  expect(written.at(-1)).toHaveLength(1)
})

test('a run whose options an earlier version stored has the newer options too', () => {
  const { polled: _, pollEveryMs: _every, ...form } = runTab.form
  const content = JSON.stringify({ format: 1, run: { ...runTab, form } })
  const tab = restoredTab({ tabId: 'run', view: '', content, opened: null })
  expect(tab).toMatchObject({ form: { retries: 3, polled: [], pollEveryMs: 1000 } })
})

/** A journal on a clock of its own; a write takes `keepMs`, and putting a draft together `draftMs`. */
function setUpClock({ keepMs, draftMs }: { readonly keepMs: number; readonly draftMs: number }) {
  let now = 0
  const timers: { readonly at: number; run(): void }[] = []
  const after = (delayMs: number, run: () => void) => void timers.push({ at: now + delayMs, run })
  const writes: { readonly at: number; readonly text: string }[] = []
  const { workbench, runPages } = setUp()
  const ports: TabJournalPorts = {
    save({ tabs }) {
      writes.push({ at: now, text: JSON.stringify(tabs) })
      return new Promise(resolve => after(keepMs, () => resolve({ state: 'saved' })))
    },
    saveLast: () => true,
    fitsLast: () => true,
  }
  const window = createTestWindow({ elapsedMs: () => now, after })
  const journal = createTabJournal(workbench.store, runPages, ports, window)
  const slow = {
    toJSON(): void {
      now += draftMs
    },
  }
  return {
    journal,
    workbench,
    now: () => now,
    /** Types a URL into a tab whose content is slow to put together. */
    type(tabId: string, url: string): void {
      workbench.editDraft(tabId, () => Object.assign(newHttpRequest({ method: 'GET', url }), { slow }))
    },
    /** When a text was written first. */
    writtenAt: (text: string) => writes.find(write => write.text.includes(text))?.at ?? null,
    /** Lets the next timer run. */
    async pass(): Promise<boolean> {
      const next = timers.toSorted((a, b) => a.at - b.at)[0]
      if (next === undefined) return false
      timers.splice(timers.indexOf(next), 1)
      now = Math.max(now, next.at)
      next.run()
      await new Promise(resolve => setImmediate(resolve))
      return true
    },
  }
}

test.each([
  { what: 'at rest', keepMs: 10, draftMs: 0, isAtRest: true },
  { what: 'while a write is on its way', keepMs: 400, draftMs: 0, isAtRest: false },
  { what: 'after a large draft was written', keepMs: 10, draftMs: 60, isAtRest: true },
  { what: 'while a large draft is on its way', keepMs: 300, draftMs: 60, isAtRest: false },
])('typed text is sent within 500 ms: $what', async ({ keepMs, draftMs, isAtRest }) => {
  const { journal, workbench, now, type, writtenAt, pass } = setUpClock({ keepMs, draftMs })
  journal.start([], [], new Set())
  const tabId = workbench.newRequestTab()
  type(tabId, 'http://first.test/')
  while (writtenAt('http://first.test/') === null) await pass()
  if (isAtRest) await pass()
  const typedAt = now()
  type(tabId, 'http://second.test/')
  while (writtenAt('http://second.test/') === null && (await pass()));
  const writtenAfterMs = (writtenAt('http://second.test/') ?? Number.POSITIVE_INFINITY) - typedAt
  // Putting the draft together is the page's own work.
  expect(writtenAfterMs - draftMs).toBeLessThanOrEqual(500)
})

test('a page that closes sends what is not stored, whatever is in progress', async () => {
  const { workbench, journal, written, pass } = setUp()
  journal.start([], [], new Set())
  await pass()
  const tabId = workbench.newRequestTab()
  workbench.editDraft(tabId, edit('http://typed.test/'))
  expect(journal.canClose()).toBe(true)
  expect(journal.close()).toBe(true)
  expect(restart(written.at(-1))).toMatchObject([{ draft: { url: 'http://typed.test/' } }])
})

test('a page that closes before it has started sends no tabs, and one with too large a draft asks', async () => {
  const { workbench, journal, written, pass } = setUp()
  expect([journal.close(), written.length]).toEqual([false, 0])
  journal.start([], [], new Set())
  await pass()
  const tabId = workbench.newRequestTab()
  workbench.editDraft(tabId, edit(`http://typed.test/${'x'.repeat(100_000)}`))
  expect(journal.canClose()).toBe(false)
  await pass()
  expect(journal.canClose()).toBe(true)
})

test('a window that is hidden writes at once', async () => {
  const { workbench, journal, written, pass } = setUp()
  journal.start([], [], new Set())
  await pass()
  journal.hide()
  const before = written.length
  workbench.editDraft(workbench.newRequestTab(), edit('http://typed.test/'))
  journal.hide()
  expect(restart(written.slice(before)[0])).toMatchObject([{ draft: { url: 'http://typed.test/' } }])
})

test('a hidden window writes at once even while another write waits for its response', async () => {
  const { workbench, journal, written, pass, answerWith, isQuiet } = setUp()
  let answer = (_: TabsSaved) => {}
  answerWith(
    new Promise(resolve => {
      answer = resolve
    }),
  )
  journal.start([], [], new Set())
  await pass()
  workbench.editDraft(workbench.newRequestTab(), edit('http://typed.test/'))
  answerWith({ state: 'failed', sentence: 'No room.', nextStep: 'Make room.' })
  journal.hide()
  expect(restart(written.at(-1))).toMatchObject([{ draft: { url: 'http://typed.test/' } }])
  await new Promise(resolve => setImmediate(resolve))
  answer({ state: 'saved' })
  answerWith({ state: 'saved' })
  await new Promise(resolve => setImmediate(resolve))
  expect(journal.isEverythingStored()).toBe(false)
  while (!isQuiet()) await pass()
  expect(restart(written.at(-1))).toMatchObject([{ draft: { url: 'http://typed.test/' } }])
  expect(journal.isEverythingStored()).toBe(true)
})

test('a late response to an earlier write does not make its text the stored one', async () => {
  const { workbench, journal, written, pass, answerWith, isQuiet } = setUp()
  const settle = () => new Promise(resolve => setImmediate(resolve))
  journal.start([], [], new Set())
  await pass()
  const tabId = workbench.newRequestTab()
  workbench.editDraft(tabId, edit('http://first.test/'))
  const first = Promise.withResolvers<TabsSaved>()
  answerWith(first.promise)
  await pass()
  workbench.editDraft(tabId, edit('http://second.test/'))
  answerWith({ state: 'saved' })
  journal.hide()
  await settle()
  first.resolve({ state: 'saved' })
  await settle()
  expect(journal.isEverythingStored()).toBe(true)
  workbench.editDraft(tabId, edit('http://first.test/'))
  while (!isQuiet()) await pass()
  expect(restart(written.at(-1))).toMatchObject([{ draft: { url: 'http://first.test/' } }])
})

test('another server gets all unsaved work again, at once', async () => {
  const { workbench, journal, written, pass, isQuiet } = setUp()
  journal.start([], [], new Set())
  workbench.editDraft(workbench.newRequestTab(), edit('http://typed.test/'))
  while (!isQuiet()) await pass()
  const before = written.length
  journal.resave()
  expect(written).toHaveLength(before + 1)
  expect(restart(written.at(-1))).toMatchObject([{ draft: { url: 'http://typed.test/' } }])
})

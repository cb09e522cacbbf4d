import { newHttpRequest } from '@parley/model'
import type { ClaimedTab, DraftTextEdit, ReportedTab, TabsSaved } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import type { RunPagesState } from '../runs/run-pages.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { bodyTextEdit, withBodyTextEdits } from './body-text-edits.ts'
import { isRequestTab } from './request-tab.ts'
import { restoredTab } from './tab-content.ts'
import { createTabJournal } from './tab-journal.ts'

const long = '0123456789abcdef'.repeat(4096)
const request = newHttpRequest({ method: 'POST', url: 'http://h/' })
const draftOf = (text: string) => ({
  ...request,
  body: { type: 'raw' as const, language: 'json' as const, text },
})

test.each([
  ['a key at the end', long, `${long}x`],
  ['a key at the start', long, `x${long}`],
  ['a key in the middle', long, `${long.slice(0, 999)}x${long.slice(999)}`],
  ['a removed part', long, long.slice(0, 999) + long.slice(5000)],
  ['a replaced part', long, `${long.slice(0, 999)}other${long.slice(5000)}`],
  ['everything removed', long, ''],
  ['half of a surrogate pair', `${long}😀`, `${long}😁`],
])('an edit makes of the one text the other: %s', (_, before, after) => {
  const edit = bodyTextEdit(draftOf(before), draftOf(after))
  expect(withBodyTextEdits(draftOf(before), edit === null ? [] : [edit])).toEqual(draftOf(after))
})

test('what is no small change of a long raw body alone is no edit', () => {
  const edited = draftOf(`${long}x`)
  expect(bodyTextEdit(draftOf(long), draftOf(long))).toBeNull()
  expect(bodyTextEdit(draftOf('short'), draftOf('shorter'))).toBeNull()
  expect(bodyTextEdit(draftOf(long), draftOf(long + long))).toBeNull()
  expect(bodyTextEdit(draftOf(long), { ...edited, url: 'http://other/' })).toBeNull()
  expect(bodyTextEdit(draftOf(long), { ...edited, body: { ...edited.body, language: 'xml' } })).toBeNull()
  expect(bodyTextEdit(draftOf(long), { ...edited, body: { type: 'none' } })).toBeNull()
})

test.each<[string, DraftTextEdit]>([
  ['another length', { at: 0, removed: 0, inserted: 'x', of: 7 }],
  ['a place behind the end', { at: 60, removed: 9, inserted: 'x', of: 64 }],
])('an edit of another text ends the list: %s', (_, wrong) => {
  const text = 'x'.repeat(63)
  const first = { at: 63, removed: 0, inserted: 'y', of: 63 }
  expect(withBodyTextEdits(draftOf(text), [first, wrong, { ...wrong, of: 64, at: 0, removed: 0 }])).toEqual(
    draftOf(`${text}y`),
  )
})

/** What a server stores: a whole and what follows it, as the messages of the contract say. */
function createStored() {
  let whole: { readonly tab: ReportedTab; readonly content: string } | null = null
  let edits: { readonly id: string; readonly edit: DraftTextEdit }[] = []
  let ids: string[] = []
  return {
    keep(tabs: readonly ReportedTab[]): TabsSaved {
      for (const tab of tabs) {
        const { draft } = tab
        if (draft.state === 'changed') {
          whole = { tab, content: draft.content }
          edits = []
          ids = draft.id === undefined ? [] : [draft.id]
        } else if (draft.state === 'edited') {
          const at = ids.indexOf(draft.after)
          if (at < 0) return { state: 'unknown' }
          edits = [...edits.slice(0, at), draft]
          ids = [...ids.slice(0, at + 1), draft.id]
        }
      }
      return { state: 'saved' }
    },
    forgetIds: () => {
      ids = []
    },
    editCount: () => edits.length,
    text(): string | null {
      if (whole === null) return null
      const { tabId, view } = whole.tab
      const claimed: ClaimedTab = {
        tabId,
        view,
        content: whole.content,
        edits: edits.map(({ edit }) => edit),
        opened: null,
      }
      const tab = restoredTab(claimed)
      return tab !== null && isRequestTab(tab) && tab.draft.body.type === 'raw' ? tab.draft.body.text : null
    },
  }
}

/** A journal over such a server, whose responses may be lost or delayed. */
function setUp() {
  const stored = createStored()
  const workbench = createTestWorkbench()
  const window = createTestWindow()
  const runPages = createStore<RunPagesState>(() => ({ data: {}, reading: {}, chosen: {}, compared: {} }))
  const sentBytes: number[] = []
  /** How the next response comes: at once, never, or when it is let through. */
  let way: 'at once' | 'lost' | 'late' | 'not sent' = 'at once'
  const late: (() => void)[] = []
  const journal = createTabJournal(
    workbench.store,
    runPages,
    {
      async save({ tabs }) {
        sentBytes.push(JSON.stringify(tabs).length)
        const own = way
        if (own === 'not sent') throw new Error('The server is gone.')
        const outcome = stored.keep(tabs)
        if (own === 'lost') throw new Error('The response is lost.')
        if (own === 'late') await new Promise<void>(resolve => late.push(resolve))
        return outcome
      },
      saveLast({ tabs }) {
        stored.keep(tabs)
        return true
      },
      fitsLast: ({ tabs }) => JSON.stringify(tabs).length < 60_000,
    },
    window,
  )
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return {
    stored,
    workbench,
    journal,
    sentBytes,
    settle,
    respond: (next: typeof way) => {
      way = next
    },
    async letThrough() {
      for (const resolve of late.splice(0)) resolve()
      await settle()
    },
    async pass() {
      window.timers.shift()?.run()
      await settle()
    },
    isQuiet: () => window.timers.length === 0,
  }
}

/** Opens a tab with a long body, which is stored. */
async function openLong(parts: ReturnType<typeof setUp>): Promise<string> {
  parts.journal.start([], [], new Set())
  await parts.pass()
  const tabId = parts.workbench.newRequestTab()
  parts.workbench.editDraft(tabId, () => draftOf(long))
  while (!parts.isQuiet()) await parts.pass()
  expect(parts.stored.text()).toBe(long)
  return tabId
}

function type(parts: ReturnType<typeof setUp>, tabId: string, text: string): void {
  parts.workbench.editDraft(tabId, draft =>
    draft.body.type === 'raw' ? { ...draft, body: { ...draft.body, text } } : draft,
  )
}

test('of 10,000 changes of a long body each is stored, and few of them as a whole', {
  timeout: 60_000,
}, async () => {
  const parts = setUp()
  const tabId = await openLong(parts)
  parts.sentBytes.length = 0
  let text = long
  for (let key = 0; key < 10_000; key += 1) {
    const at = (Math.floor(key / 5) * 7919) % long.length
    text = text.slice(0, at) + (key % 3 === 0 ? '' : 'key') + text.slice(at + (key % 3))
    type(parts, tabId, text)
    if (key % 5 === 4) while (!parts.isQuiet()) await parts.pass()
  }
  while (!parts.isQuiet()) await parts.pass()
  expect(parts.stored.text()).toBe(text)
  const wholes = parts.sentBytes.filter(bytes => bytes > 2000).length
  expect(parts.sentBytes.length).toBeGreaterThan(1000)
  expect(wholes).toBeLessThanOrEqual(Math.ceil(parts.sentBytes.length / 500))
  // A restart has few to apply.
  expect(parts.stored.editCount()).toBeLessThanOrEqual(500)
})

test('a page that closes amid typing in a long body sends only the change, and loses nothing', async () => {
  const parts = setUp()
  const tabId = await openLong(parts)
  type(parts, tabId, `${long}typed`)
  expect(parts.journal.canClose()).toBe(true)
  parts.journal.close()
  expect(parts.stored.text()).toBe(`${long}typed`)
})

test('a server that does not know what an edit follows gets the whole', async () => {
  const parts = setUp()
  const tabId = await openLong(parts)
  type(parts, tabId, `${long}1`)
  await parts.pass()
  parts.stored.forgetIds()
  type(parts, tabId, `${long}12`)
  while (!parts.isQuiet()) await parts.pass()
  expect(parts.stored.text()).toBe(`${long}12`)
  expect(parts.journal.isEverythingStored()).toBe(true)
})

test('whatever happens to writes and responses, what is confirmed is stored as it was typed', async () => {
  let random = 42
  const next = (below: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((random / 2_147_483_648) * below)
  }
  for (let round = 0; round < 20; round += 1) {
    const parts = setUp()
    const tabId = await openLong(parts)
    let text = long
    for (let step = 0; step < 60; step += 1) {
      const at = next(text.length)
      text = text.slice(0, at) + `<${step}>`.slice(0, next(5)) + text.slice(at + next(4))
      type(parts, tabId, text)
      parts.respond((['at once', 'at once', 'lost', 'late', 'not sent'] as const)[next(5)] ?? 'at once')
      if (next(3) > 0) await parts.pass()
      if (next(6) === 0) parts.journal.hide()
      if (next(8) === 0) parts.stored.forgetIds()
      if (next(3) === 0) await parts.letThrough()
      await parts.settle()
      if (parts.journal.isEverythingStored()) expect(parts.stored.text()).toBe(text)
    }
    parts.respond('at once')
    await parts.letThrough()
    while (!parts.isQuiet()) await parts.pass()
    expect(parts.journal.isEverythingStored()).toBe(true)
    expect(parts.stored.text()).toBe(text)
  }
})

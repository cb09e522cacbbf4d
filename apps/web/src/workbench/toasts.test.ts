import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createToasts, type Toast } from './toasts.ts'

function setUp() {
  let timers: { readonly at: number; run(): void }[] = []
  let [ids, now] = [0, 0]
  const toasts = createToasts({
    newId: () => `${++ids}`,
    after: (delayMs, run) => timers.push({ at: now + delayMs, run }),
  })
  const titles = () => toasts.store.getState().toasts.map(toast => toast.title)
  const pass = (ms = 10_000) => {
    now += ms
    const due = timers.filter(({ at }) => at <= now)
    timers = timers.filter(({ at }) => at > now)
    for (const { run } of due) run()
  }
  return { toasts, titles, pass }
}

const toast = (kind: Toast['kind'], title: string): Toast => ({
  kind,
  owner: 'page',
  title,
  code: '',
  text: '',
})

test.each<[string, Partial<Toast>, number]>([
  ['a notice', { kind: 'notice' }, 6000],
  ['a confirmation', { kind: 'done' }, 6000],
  ['an error', { kind: 'error' }, 10_000],
  ['an error that the page shows', { kind: 'error', isBrief: true }, 6000],
  ['a notice with lines', { kind: 'notice', lines: ['a'] }, 10_000],
  ['an offer of Undo', { kind: 'done', action: { label: 'Undo', run: () => {} } }, 10_000],
  ['an error that asks', { kind: 'error', asks: true }, Number.POSITIVE_INFINITY],
  ['a notice that asks', { kind: 'notice', asks: true }, Number.POSITIVE_INFINITY],
])('%s is shown for its time, or until it is dismissed', (_, patch, staysMs) => {
  const { toasts, titles, pass } = setUp()
  toasts.show({ ...toast('notice', 'One'), ...patch })
  pass(Math.min(staysMs, 3_600_000) - 1)
  expect(titles()).toEqual(['One'])
  if (staysMs === Number.POSITIVE_INFINITY) toasts.dismiss('1')
  else pass(1)
  expect(titles()).toEqual([])
})

test('a notice stays while the pointer or the focus is on it', () => {
  const { toasts, titles, pass } = setUp()
  toasts.show(toast('notice', 'One'))
  toasts.setHeld('1', true)
  pass()
  expect(titles()).toEqual(['One'])
  toasts.setHeld('1', false)
  pass()
  expect(titles()).toEqual([])
})

test('a toast about a subject disappears with it, and a newer one replaces it', () => {
  const { toasts, titles } = setUp()
  toasts.show({ ...toast('error', 'a'), subject: 'tab 1' })
  toasts.show({ ...toast('error', 'b'), subject: 'tab 2' })
  toasts.show({ ...toast('error', 'c'), subject: 'tab 1' })
  expect(titles()).toEqual(['b', 'c'])
  toasts.dismissOf('tab 2')
  expect(titles()).toEqual(['c'])
})

test('the fourth replaces a notice, otherwise the oldest, but one that asks last', () => {
  const { toasts, titles } = setUp()
  toasts.show({ ...toast('error', 'asks'), asks: true })
  toasts.show(toast('error', 'b'))
  toasts.show(toast('notice', 'c'))
  toasts.show(toast('error', 'd'))
  expect(titles()).toEqual(['asks', 'b', 'd'])
  toasts.show(toast('error', 'e'))
  expect(titles()).toEqual(['asks', 'd', 'e'])
})

const tabsWith = (activeTabId: string, ...others: string[]) => ({
  activeTabId,
  tabIds: new Set([activeTabId, ...others]),
})

test.each<[string, Toast['owner'], readonly [onOwn: number, onOther: number, closed: number]]>([
  ['the page stays over all tabs', 'page', [1, 1, 1]],
  ['a tab leaves with it', { tabId: 'a' }, [1, 0, 0]],
  ['a tab that it names leaves with it', { tabId: 'a', isNamed: true }, [1, 0, 0]],
])('a toast of %s', (_, owner, [onOwn, onOther, closed]) => {
  const set = () => {
    const { toasts, titles } = setUp()
    toasts.followTabs(tabsWith('a', 'b'))
    toasts.show({ ...toast('error', 'One'), owner })
    return { toasts, shown: () => titles().length }
  }
  const { toasts, shown } = set()
  expect(shown()).toBe(onOwn)
  toasts.followTabs(tabsWith('b', 'a'))
  expect(shown()).toBe(onOther)
  toasts.followTabs(tabsWith('a', 'b'))
  expect(shown()).toBe(onOther)
  const other = set()
  other.toasts.followTabs(tabsWith('b'))
  expect(other.shown()).toBe(closed)
})

test('a toast of a tab that is not shown waits for the tab, and its time begins there', () => {
  const { toasts, titles, pass } = setUp()
  toasts.followTabs(tabsWith('b', 'a', 'c'))
  toasts.show({ ...toast('notice', 'waits'), owner: { tabId: 'a' } })
  toasts.show({ ...toast('notice', 'closed'), owner: { tabId: 'c' } })
  toasts.show({ ...toast('error', 'named'), owner: { tabId: 'a', isNamed: true } })
  expect(titles()).toEqual(['named'])
  pass()
  expect(titles()).toEqual([])
  toasts.followTabs(tabsWith('b', 'a'))
  toasts.followTabs(tabsWith('a', 'b'))
  expect(titles()).toEqual(['waits'])
  pass()
  expect(titles()).toEqual([])
})

/** The makers of toasts: of each file, the owner of each toast in the order of its text, and whether it asks. */
const makers: Readonly<Record<string, readonly string[]>> = {
  'library/library.ts': ['page', 'page', 'page'],
  'library/library-changes.ts': ['page', 'page', 'page', 'page', 'page', 'page', 'page', 'page', 'page'],
  'library/sidebar-commands.ts': ['page'],
  'library/workspaces.ts': ['page'],
  'server-client/desktop-saver.ts': ['page', 'page', 'page, asks', 'page'],
  'views/Example/ExampleView.tsx': ['tab'],
  'views/Example/SaveExampleDialog.tsx': ['page'],
  'views/GenerateCode/copy-as-curl.ts': ['tab'],
  'views/Palette/palette-commands.ts': ['tab'],
  'views/Request/paste-curl.ts': ['tab', 'tab', 'tab'],
  'views/Shortcuts/refuse-large-paste.ts': ['page'],
  'window/claim-tabs.ts': ['page, asks', 'page, asks'],
  'window/desktop-window.ts': ['page'],
  'window/show-recovery.ts': ['page, asks'],
  'window/wait-for-tabs.ts': ['page, asks'],
  // Made by `tokenNotRenewedToast` and `notSentToast`, whose owners are tabs.
  'wiring/event-receivers.ts': ['made'],
  'workbench/sending/show-not-sent.ts': ['made'],
  'workbench/sending/allow-secret.ts': ['page', 'page'],
  'workbench/sending/secret-permissions.ts': ['page'],
  'workbench/sending/show-secret.ts': ['tab'],
  // Made by `permissionsNotice` and `overriddenNotice`, which ask.
  'workbench/sending/opening-notices.ts': ['made', 'made'],
  'workbench/documents/document-services.ts': ['page, asks', 'page'],
  'workbench/history.ts': ['page'],
  'workbench/saved-exports.ts': ['page', 'page, asks'],
  'workbench/runs/take-row.ts': ['page', 'page', 'page', 'page'],
  'workbench/settings/updates.ts': ['page'],
  'workbench/tabs/access-decisions.ts': ['tab'],
  'workbench/tabs/container-tabs.ts': ['tab', 'page'],
  'workbench/tabs/example-commands.ts': ['page', 'page'],
  'workbench/tabs/open-example.ts': ['page', 'page'],
  'workbench/tabs/tab-actions.ts': ['tab'],
  'workbench/tabs/tab-journal.ts': ['page, asks'],
  'workbench/variables/environments.ts': ['page'],
  'workbench/variables/show-session-above.ts': ['page'],
}

/** The text of each call that makes a toast, up to its closing parenthesis. */
function callsIn(source: string): readonly string[] {
  return [...source.matchAll(/toasts\.show(?:Error)?\(/g)].map(({ index }) => {
    let depth = 0
    for (let at = source.indexOf('(', index); at < source.length; at += 1) {
      if (source[at] === '(') depth += 1
      if (source[at] === ')') depth -= 1
      if (depth === 0) return source.slice(index, at)
    }
    return source.slice(index)
  })
}

function stated(call: string): string {
  const owner = /owner: [^,]*\{/.test(call) ? 'tab' : 'page'
  if (call.startsWith('toasts.show(') && !call.includes('owner:')) return 'made'
  return /asks: true/.test(call) ? `${owner}, asks` : owner
}

test('each maker of toasts is listed with the owner and the end of its toasts', () => {
  const found: Record<string, readonly string[]> = {}
  const folder = new URL('..', import.meta.url)
  for (const path of globSync('**/*.{ts,tsx}', { cwd: folder })) {
    if (/\.(test|testkit)\.|^workbench\/toasts\.ts$/.test(path)) continue
    const calls = callsIn(readFileSync(new URL(path, folder), 'utf8')).map(stated)
    if (calls.length > 0) found[path] = calls
  }
  expect(found).toEqual(makers)
})

import { newHttpRequest } from '@parley/model'
import { describe, expect, it } from 'vitest'
import { noReplacements } from '../documents/replace-draft.ts'
import { newRunForm, type RunTab } from '../runs/run-tab.ts'
import { sendToResume } from '../sending/send-to-resume.ts'
import type { ContainerTab } from '../tabs/container-tab.ts'
import { noEditedDefaults } from '../tabs/container-tabs.testkit.ts'
import { newExampleTab } from '../tabs/example-tab.ts'
import { newTab, type OpenTab, type RequestTab } from '../tabs/request-tab.ts'
import { newVariablesTab } from '../tabs/variable-tabs.ts'
import type { VariablesTabPlace } from '../tabs/variables-tab.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { joinRestored } from './join-restored.ts'

const source = { requestId: 'r', parentId: 'shop', path: [] }
const request = (id: string, requestId = 'r'): RequestTab =>
  newTab({
    id,
    source: { ...source, requestId },
    request: newHttpRequest({ url: 'http://a' }),
    version: 'v1',
  })

const container =
  (kind: ContainerTab['kind']) =>
  (id: string): ContainerTab => {
    const content = { name: 'Shop', docs: '', defaults: noEditedDefaults }
    const place = { containerId: 'shop', parentId: null, path: [] }
    const shown = { section: 'docs', wanted: null, scriptPart: 'preRequest', isLost: false } as const
    const document = { saved: content, draft: content, version: 'v1', replacements: noReplacements }
    return { kind, id, draftId: id, source: place, ...document, ...shown }
  }

/** One that was restored has no ID of its example. */
const example = (id: string, exampleId: string | null = id === 'old' ? null : 'e') => ({
  ...newExampleTab(id, {
    source,
    requestName: 'R',
    exampleId: 'e',
    index: 0,
    example: { name: 'OK' },
    version: 'v1',
  }),
  exampleId,
})

const variables = (place: VariablesTabPlace) => (id: string) =>
  newVariablesTab({ id, place, name: '', wanted: null })

const run =
  (isLoad: boolean) =>
  (id: string): RunTab => ({
    kind: 'run',
    id,
    targetId: 'shop',
    isLoad,
    targetKind: 'collection',
    name: 'Shop',
    path: [],
    isLost: false,
    form: newRunForm,
    shownRunId: null,
    section: 'requests',
  })

/** The same tab with something to lose. */
function used(tab: OpenTab): OpenTab {
  if (tab.kind === 'run') return { ...tab, form: { ...newRunForm, delayMs: 5 } }
  return Object.assign({ ...tab }, { draft: { ...tab.draft, name: 'typed' } })
}

/** Restores tabs after others were opened, the last of which is active. */
function restore(restored: readonly OpenTab[], ...opened: readonly OpenTab[]) {
  const { store, restoreTabs } = createTestWorkbench()
  store.setState({ tabs: opened, activeTabId: opened.at(-1)?.id ?? null })
  restoreTabs(restored, restored[0]?.id ?? null, joinRestored)
  const { tabs, activeTabId } = store.getState()
  return { tabs, strip: tabs.map(({ id }) => (id === activeTabId ? `[${id}]` : id)).join(' ') }
}

const kinds: readonly (readonly [string, (id: string) => OpenTab])[] = [
  ['request', request],
  ['collection', container('collection')],
  ['folder', container('folder')],
  ['example', example],
  ['environment', variables({ kind: 'environment', id: 'local' })],
  ['workspace', variables({ kind: 'workspace' })],
  ['session', variables({ kind: 'session' })],
  ['run', run(false)],
  ['load test', run(true)],
]

describe.each(kinds)('a tab of the kind %s that was opened before it came back', (_kind, tab) => {
  it('gives way to the restored one, which becomes active', () => {
    expect(restore([request('other', 'x'), tab('old')], tab('new')).strip).toBe('other [old]')
    expect(restore([used(tab('old'))], tab('new')).strip).toBe('[old]')
  })

  it('takes its place if only the new one has something to lose, and stays beside it if both have', () => {
    expect(restore([tab('old')], used(tab('new'))).strip).toBe('[new]')
    expect(restore([used(tab('old'))], used(tab('new'))).strip).toBe('old [new]')
  })
})

it('joins only what is the same', () => {
  const different = [
    [request('old'), request('new', 'another')],
    [
      { ...request('old'), source: null },
      { ...request('new'), source: null },
    ],
    [run(false)('old'), run(true)('new')],
    [variables({ kind: 'global' })('old'), variables({ kind: 'workspace' })('new')],
    [example('old'), { ...example('new'), index: 1 }],
    [container('collection')('old'), run(false)('new')],
  ] as const
  for (const [old, opened] of different) expect(restore([old], opened).strip).toBe('old [new]')
})

it('keeps a new tab that was sent, and its neighbours', () => {
  const sent = { ...request('new'), send: sendToResume('s', newHttpRequest()) }
  expect(restore([used(request('old'))], sent, request('later', 'y')).strip).toBe('old new [later]')
})

it('keeps one preview tab, and none that was opened to stay', () => {
  const preview = (id: string, requestId?: string) => ({ ...request(id, requestId), isPreview: true })
  expect(restore([preview('old')], preview('new', 'x')).strip).toBe('[new]')
  expect(restore([preview('old')], preview('new')).tabs).toMatchObject([{ id: 'old', isPreview: true }])
  expect(restore([preview('old')], request('new')).tabs).toMatchObject([{ id: 'old', isPreview: false }])
})

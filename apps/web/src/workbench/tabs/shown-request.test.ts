import { type HttpRequest, newHttpRequest } from '@parley/model'
import { describe, expect, it } from 'vitest'
import type { WorkbenchState } from '../workbench-state.ts'
import { newTab, type RequestTab } from './request-tab.ts'
import { keepShownRequest } from './shown-request.ts'

const body = { type: 'raw', language: 'json', text: '{}' } as const
const saved: HttpRequest = { ...newHttpRequest(), body }
const opened = newTab({ id: 'tab', source: null, request: saved, version: null })
const tab: RequestTab = {
  ...opened,
  requestSection: 'body',
  draft: { ...saved, body: { ...body, text: '{1' } },
}

describe('the request that is shown around the editor of its body', () => {
  it('stays the same while the text of the body is typed', () => {
    expect(shownAfter(tab, withBody({ text: '{12' }))).toBe(tab)
  })

  it.each(Object.keys(tab).filter(key => key !== 'id' && key !== 'kind'))(
    'is another one after a change of %s',
    key => {
      const changed = { ...tab, [key]: key === 'draft' ? saved : {} }
      expect(shownAfter(tab, changed)).toBe(changed)
    },
  )

  it.each(Object.keys(tab.draft))('is another one after a change of the draft’s %s', key => {
    const changed = { ...tab, draft: { ...tab.draft, [key]: {} } }
    expect(shownAfter(tab, changed)).toBe(changed)
  })

  it.each([{ language: 'xml' as const }, { type: 'none' as const }])(
    'is another one after a change of the body to %s',
    change => {
      const changed = withBody(change)
      expect(shownAfter(tab, changed)).toBe(changed)
    },
  )

  it('is another one when the text becomes that of the file, or another than it', () => {
    const unchanged = withBody(body)
    expect(shownAfter(tab, unchanged)).toBe(unchanged)
    expect(shownAfter(unchanged, tab)).toBe(tab)
  })

  it('is another one in each section that shows more of the body than its editor', () => {
    const elsewhere: RequestTab = { ...tab, requestSection: 'headers' }
    const changed: RequestTab = { ...elsewhere, draft: withBody({ text: '{12' }).draft }
    expect(shownAfter(elsewhere, changed)).toBe(changed)
  })

  it('has all that was typed as soon as anything else changes', () => {
    const select = keepShownRequest()
    select(stateOf(tab))
    const typed = withBody({ text: '{12' })
    select(stateOf(typed))
    const renamed = { ...typed, draft: { ...typed.draft, name: 'Other' } }
    expect(select(stateOf(renamed))).toBe(renamed)
  })
})

function withBody(change: object): RequestTab {
  return { ...tab, draft: { ...tab.draft, body: Object.assign({ ...body }, change) } }
}

function shownAfter(before: RequestTab, after: RequestTab): RequestTab | null {
  const select = keepShownRequest()
  select(stateOf(before))
  return select(stateOf(after))
}

function stateOf(active: RequestTab): WorkbenchState {
  return {
    tabs: [active],
    activeTabId: active.id,
    closingTabId: null,
    closing: { tabIds: [], opensFresh: false },
  }
}

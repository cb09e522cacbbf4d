import { newHttpRequest } from '@parley/model'
import { expect, it } from 'vitest'
import { noReplacements } from '../documents/replace-draft.ts'
import type { RequestTab } from '../tabs/request-tab.ts'
import { withBodyType } from './body-type.ts'

const typed = { type: 'raw', language: 'text', text: 'typed' } as const

function tabWith(body: RequestTab['draft']['body']): RequestTab {
  const draft = newHttpRequest({ body })
  return {
    kind: 'request',
    id: 't',
    source: null,
    saved: newHttpRequest(),
    version: '',
    draft,
    draftId: 't',
    replacements: noReplacements,
    keptBodies: {},
    requestSection: 'body',
    responseSection: 'body',
    responseFilter: null,
    bodyDisplay: null,
    scriptPart: 'preRequest',
    scriptJump: null,
    send: { state: 'idle' },
  }
}

it('restores what was typed when its type is selected again', () => {
  const none = withBodyType(tabWith(typed), 'none')
  expect(none.draft.body).toEqual({ type: 'none' })
  expect(withBodyType(none, 'raw').draft.body).toEqual(typed)
})

it('starts an empty body if none was typed', () => {
  const tab = tabWith({ type: 'none' })
  expect(withBodyType(tab, 'raw').draft.body).toEqual({ type: 'raw', language: 'json', text: '' })
  expect(withBodyType(tab, 'graphql').draft.body).toEqual({ type: 'graphql', query: '', variables: '' })
  expect(withBodyType(tab, 'none')).toBe(tab)
})

import { type HttpRequest, type KindPane, newHttpRequest, openKinds, requestKinds } from '@parley/model'
import { expect, test } from 'vitest'
import { newDrafts } from './request-kind.ts'
import { sectionTabs } from './section-tabs.ts'
import { withDocs } from './with-docs.ts'

test.each(openKinds.map(kind => [kind] as const))('%s has docs as its last tab', kind => {
  const draft = newDrafts[kind]()
  const pane: KindPane = requestKinds[kind].pane
  const last = (one: HttpRequest) => sectionTabs(one, pane).at(-1)
  expect(last(draft)).toEqual({ id: 'docs', label: 'Docs', hasContent: false })
  expect(last(withDocs(draft, '# Use'))).toEqual({ id: 'docs', label: 'Docs', hasContent: true })
})

test('a draft whose docs are removed is the one without them', () => {
  const draft = newHttpRequest({ name: 'Get' })
  expect(withDocs(draft, 'text').docs).toBe('text')
  expect(withDocs(withDocs(draft, 'text'), '')).toEqual(draft)
})

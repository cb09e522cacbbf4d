import { newHttpRequest, requestKinds } from '@parley/model'
import { expect, test } from 'vitest'
import { sectionTabs } from './section-tabs.ts'

test('only a script that is there can have had an error', () => {
  const draft = newHttpRequest()
  const written = { ...draft, scripts: { ...draft.scripts, preRequest: 'nope()' } }
  const faults = (one: typeof draft) =>
    sectionTabs(one, requestKinds.http.pane, 'Script error').flatMap(({ id, fault }) =>
      fault === undefined ? [] : [id, fault],
    )
  expect(faults(written)).toEqual(['script', 'Script error'])
  expect(faults(draft)).toEqual([])
})

import { defaultStreamSettings, kindOfDraft, newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { readPastedCurl, withPastedRequest } from './pasted-curl.ts'

test.each([
  ['curl wss://a.test/feed -d hello', 'webSocket'],
  ['curl https://a.test/feed', 'serverSentEvents'],
])('after pasting %s an event stream is of the kind %s', (command, kind) => {
  const draft = newHttpRequest({ name: 'Kept', stream: defaultStreamSettings })
  const [pasted = draft] = readPastedCurl(command).requests
  const changed = withPastedRequest(draft, pasted)
  expect(kindOfDraft(changed)).toBe(kind)
  expect(changed.name).toBe('Kept')
  expect(changed.webSocket?.messages ?? []).toHaveLength(kind === 'webSocket' ? 1 : 0)
})

import { defaultStreamSettings, kindOfDraft, newHttpRequest, openKinds } from '@parley/model'
import { expect, test } from 'vitest'
import { asOneLine, readPastedCurl, withPastedRequest } from './pasted-curl.ts'
import { newDrafts } from './request-kind.ts'

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

test.each(openKinds)('a grpcurl command turns a request of the kind %s into a call', kind => {
  const draft = { ...newDrafts[kind](), name: 'Kept' }
  const { requests, toast } = readPastedCurl("grpcurl -plaintext -H 'a: b' -d '{}' a.test:1 shop.Books/Get")
  const [pasted = draft] = requests
  const changed = withPastedRequest(draft, pasted)
  expect(kindOfDraft(changed)).toBe('grpc')
  expect(changed).toMatchObject({ name: 'Kept', url: 'a.test:1', headers: [{ name: 'a', value: 'b' }] })
  expect(changed.grpc).toMatchObject({ method: 'shop.Books/Get', messages: [{ text: '{}' }] })
  expect(toast.title).toBe('Pasted from grpcurl')
})

test('a cURL command turns a call into an HTTP request, which keeps its method and body', () => {
  const [pasted = newHttpRequest()] = readPastedCurl('curl -X PUT http://a.test -d 1').requests
  const changed = withPastedRequest(newDrafts.grpc(), pasted)
  expect(kindOfDraft(changed)).toBe('http')
  expect(changed).toMatchObject({ method: 'PUT', body: { text: '1' } })
})

test('a text becomes one line, and one that no URL has is cut', () => {
  expect(asOneLine(' curl \\\n  https://a.test \n')).toBe('curl https://a.test')
  expect(asOneLine('a'.repeat(1_000_001))).toHaveLength(1_000_000)
})

import { newHttpRequest, row } from '@parley/model'
import { expect, test } from 'vitest'
import { withoutScripts } from '../after/without-scripts.ts'
import { context, countingSources, scope, testFiles, testHostNames } from '../engine-fixture.testkit.ts'
import { kindActionOf } from '../exchange/kind-actions.ts'
import { buildMessage } from './build-message.ts'
import { previewFields } from './preview-fields.ts'
import { renderRequest } from './render-request.ts'
import { resolveRequest } from './resolve-request.ts'

const scopes = [scope('environment', { host: 'h.test:81', token: 'T' })]

const requests = [
  newHttpRequest({ url: 'http://{{host}}/' }),
  newHttpRequest({
    method: 'POST',
    url: 'https://u:p@{{host}}/?a',
    headers: [row('accept', '*/*'), row('USER-AGENT', 'me'), { ...row('Host', 'x'), enabled: false }],
    cookies: [row('a', '{{token}}'), row('b', '2')],
    body: { type: 'raw', language: 'json', text: '{}' },
  }),
  newHttpRequest({
    method: 'PUT',
    url: '{{host}}',
    headers: [row('Cookie', 'z=0'), row('Content-Type', 'x/y'), row('Transfer-Encoding', 'chunked')],
    cookies: [row('a', '1')],
    body: { type: 'urlEncoded', fields: [row('a', 'b')] },
  }),
  newHttpRequest({
    method: 'POST',
    url: 'http://h/',
    body: { type: 'file', files: [{ filePath: '/a.png', contentType: '', selected: true }] },
  }),
  newHttpRequest({ method: 'POST', url: 'http://h/' }),
  newHttpRequest({ method: 'DELETE', url: 'http://h/' }),
]

test.each(requests)('what is shown of %j is what is sent', async request => {
  const liveScopes = scopes
  const resolved = resolveRequest(request, context({ liveScopes }))
  const scripted = await withoutScripts.runPreRequest({
    resolved,
    sendRequest: async () => {
      throw new Error('No script sends')
    },
    signal: new AbortController().signal,
  })
  if (!scripted.ok) throw new Error('scripts')
  const rendered = renderRequest(
    resolved,
    { ...scripted.value, scopes },
    {
      ...countingSources(),
      hostNames: testHostNames,
    },
    { action: kindActionOf(request) },
  )
  if (!rendered.ok) throw new Error(JSON.stringify(rendered.failure))
  const ports = { ...countingSources(), hostNames: testHostNames, files: testFiles({ '/a.png': 7 }) }
  const built = await buildMessage(rendered.value, ports)
  if (!built.ok) throw new Error(JSON.stringify(built.failure))
  const { fields } = previewFields(request, scopes)
  expect(fields.map(field => field.name)).toEqual(built.value.headers.map(field => field.name))
  for (const [index, { value }] of fields.entries())
    if (value !== null) expect(value).toBe(built.value.headers[index]?.value)
})

test('a replaced field is distinguished from one that is sent', () => {
  const { fields, replaced } = previewFields(
    newHttpRequest({ url: 'http://h/', headers: [row('user-agent', 'me'), row('X', '1')] }),
    [],
  )
  expect(fields).toEqual([
    { name: 'Host', value: 'h', source: 'url' },
    { name: 'user-agent', value: 'me', source: 'own' },
    { name: 'X', value: '1', source: 'own' },
  ])
  expect(replaced).toEqual([{ name: 'User-Agent', value: 'Parley/1.0', source: 'product' }])
})

test('a typed type of a form shows that its boundary is added', () => {
  const request = newHttpRequest({
    method: 'POST',
    headers: [row('Content-Type', 'multipart/form-data')],
    body: { type: 'multipart', parts: [] },
  })
  expect(previewFields(request, []).fields).toContainEqual({
    name: 'Content-Type',
    value: 'multipart/form-data; boundary=…',
    source: 'own',
  })
})

test('values that cannot be known are omitted, and nothing fails', () => {
  const { fields } = previewFields(
    newHttpRequest({ method: 'POST', url: '{{gone}}', body: { type: 'multipart', parts: [] } }),
    [scope('global', { a: '{{b}}', b: '{{a}}' })],
  )
  expect(fields).toEqual([
    { name: 'Host', value: null, source: 'url' },
    { name: 'User-Agent', value: 'Parley/1.0', source: 'product' },
    { name: 'Content-Type', value: 'multipart/form-data; boundary=…', source: 'body' },
    { name: 'Content-Length', value: null, source: 'body' },
  ])
  expect(
    previewFields(newHttpRequest({ url: '{{a}}' }), [scope('global', { a: '{{a}}' })]).fields[0]?.value,
  ).toBeNull()
})

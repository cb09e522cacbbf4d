import type { Hop } from '@parley/model'
import { expect, test } from 'vitest'
import { exchange } from '../../engine-fixture.testkit.ts'
import type { PlacedCredential } from '../message/outbound-message.ts'
import { maskExchange } from './mask-credentials.ts'

const credentials: readonly PlacedCredential[] = [
  { placement: 'query', name: 'key', secret: 'a b&c' },
  { placement: 'header', name: 'X-Key', secret: 'in a header' },
  { placement: 'query', name: 'empty', secret: '' },
]
const uri = 'http://h/?x=1&key=a%20b%26c&empty='
const masked = 'http://h/?x=1&key=••••••&empty='

test('credentials are masked in the request and in its redirects (SE5)', () => {
  const answered = exchange(200)
  const hop: Hop = { method: 'GET', targetUri: uri, statusCode: 302, location: uri }
  const headers = [
    { name: ':path', value: uri.slice(8) },
    { name: 'x-key', value: 'in a header' },
    { name: 'X-Other', value: 'in a header' },
  ]
  const request = { ...answered.request, targetUri: uri, requestLine: `GET ${uri}`, headers }
  const shown = maskExchange({ ...answered, request, hops: [hop] }, credentials)
  expect(shown.hops).toEqual([{ ...hop, targetUri: masked, location: masked }])
  expect(shown.request).toMatchObject({ targetUri: masked, requestLine: `GET ${masked}` })
  expect(shown.request.headers.map(({ value }) => value)).toEqual([masked.slice(8), '••••••', 'in a header'])
})

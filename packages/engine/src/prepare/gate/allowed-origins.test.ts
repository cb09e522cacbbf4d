import { expect, test } from 'vitest'
import { testHostNames } from '../../engine-fixture.testkit.ts'
import { allowedOrigins } from './allowed-origins.ts'

const { signal } = new AbortController()

test.each([
  ['a host', 'api.example', ['http://api.example', 'https://api.example:8443'], ['https://x.api.example']],
  ['a host in capitals', ' API.example ', ['https://api.example'], ['https://api.example.evil.test']],
  ['a host and port', 'api.example:8443', ['https://api.example:8443'], ['https://api.example:8444']],
  ['an IPv6 address', '[::1]', ['http://[::1]', 'http://[::1]:81'], ['http://[::2]']],
  ['an IPv6 address and port', '[::1]:81', ['http://[::1]:81'], ['http://[::1]:82', 'http://[::1]']],
  [
    'an origin',
    'https://api.example',
    ['https://api.example'],
    ['http://api.example', 'https://api.example:8443', 'https://api.example.evil.test'],
  ],
  ['an origin with a port', 'http://api.example:80', ['http://api.example'], ['http://api.example:8080']],
  ['nothing', '', [], ['http://localhost', 'http://api.example']],
])('secrets may go to %s that is listed, and to no other', async (_, listed, allowed, refused) => {
  const hosts = allowedOrigins([listed], testHostNames)
  const answers = await Promise.all(
    [...allowed, ...refused].map(origin =>
      hosts.mayReceive({ origin, secrets: [], chosenBy: 'script' }, signal),
    ),
  )
  expect(answers).toEqual([...allowed.map(() => true), ...refused.map(() => false)])
})

import { type Sink, startSink } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useSendFixture } from './send-fixture.testkit.ts'

const fixture = useSendFixture()
const secret = 'c4n4ry-5f2e/+='
let redirecting: Sink

beforeEach(async () => {
  redirecting = await startSink(() => ({
    statusCode: 307,
    headers: ['Location', `${fixture.sink.url}/there`],
    content: '',
  }))
})

afterEach(() => redirecting.close())

test('a redirect does not carry a secret in the body, unless its host is allowed (SE8)', async () => {
  const typed = ['send', redirecting.url, '--bearer', secret, '--json', `{"token":"${secret}"}`]
  const refused = await fixture.run(typed)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(
    `The server redirects to ${fixture.sink.url}, and the request would take the secret Token there.`,
  )
  expect(refused.stderr).toContain('--allow-host HOST')
  expect(refused.stderr).not.toContain(secret)
  expect(fixture.sink.requests).toEqual([])
  for (const place of ['127.0.0.1', fixture.sink.url.replace('http://', ''), fixture.sink.url])
    expect((await fixture.run([...typed, '--allow-host', place])).code, place).toBe(0)
  expect(fixture.sink.requests).toHaveLength(3)
  expect(fixture.headersOf().join()).not.toContain(secret)
})

test('a redirect does not carry a typed header with a secret', async () => {
  const typed = ['send', redirecting.url, '--bearer', secret, '--header', `X-Harmless: ${secret}`]
  expect((await fixture.run(typed)).code).toBe(0)
  expect(fixture.headersOf().join()).not.toContain(secret)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let api: DemoApi

beforeAll(async () => {
  api = await startDemoApi()
})

afterAll(() => api.close())

function hop(path: string, method = 'GET'): Promise<Response> {
  return fetch(api.baseUrl + path, { method, redirect: 'manual' })
}

test('chains relative references down to the echo', async () => {
  const third = await hop('/redirect/3')
  expect([third.status, third.headers.get('location')]).toEqual([302, '2'])
  const last = await hop('/redirect/1')
  expect([last.status, last.headers.get('location')]).toEqual([302, '../echo'])
  const followed = await fetch(`${api.baseUrl}/redirect/5`)
  expect(followed.redirected).toBe(true)
  expect(followed.url).toBe(`${api.baseUrl}/echo`)
  expect(await followed.json()).toMatchObject({ method: 'GET', url: '/v1/echo' })
})

test.each([301, 302, 303, 307, 308])('keeps status %i along the chain', async status => {
  const first = await hop(`/redirect/2?status=${status}`, 'POST')
  expect([first.status, first.headers.get('location')]).toEqual([status, `1?status=${status}`])
  const followed = await fetch(`${api.baseUrl}/redirect/2?status=${status}`, { method: 'POST', body: 'kept' })
  const isKept = status === 307 || status === 308
  expect(await followed.json()).toMatchObject({
    method: isKept ? 'POST' : 'GET',
    bodyText: isKept ? 'kept' : '',
  })
})

test.each(['/redirect/0', '/redirect/101', '/redirect/x', '/redirect/2?status=200', '/redirect/2?status='])(
  'refuses %s',
  async path => {
    expect((await hop(path)).status).toBe(400)
  },
)

test('redirects to exactly the given URL', async () => {
  const response = await hop(
    `/redirect-to?status=307&url=${encodeURIComponent('//other.example/%7Ea?b=c#d')}`,
  )
  expect([response.status, response.headers.get('location')]).toEqual([307, '//other.example/%7Ea?b=c#d'])
})

test.each(['', '?url=', '?url=%0d%0aX-Evil:1', '?url=a%20b', '?url=%C3%A9', '?url=x&status=204'])(
  'refuses /redirect-to%s',
  async query => {
    const response = await hop(`/redirect-to${query}`)
    expect(response.status).toBe(400)
    expect(response.headers.has('x-evil')).toBe(false)
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let api: DemoApi

beforeAll(async () => {
  api = await startDemoApi()
})

afterAll(() => api.close())

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${api.baseUrl}/cookies${path}`, { headers })
}

test('returns the received cookies in order, including duplicates and invalid ones', async () => {
  const response = await get('', { Cookie: 'a=1; b="x y"; a=2;c=d=e; ;lonely' })
  expect(await response.json()).toEqual({
    cookies: [
      { name: 'a', value: '1' },
      { name: 'b', value: '"x y"' },
      { name: 'a', value: '2' },
      { name: 'c', value: 'd=e' },
      { name: '', value: 'lonely' },
    ],
  })
  expect(await (await get('')).json()).toEqual({ cookies: [] })
})

test('sets cookies with default attributes', async () => {
  const response = await get('/set?theme=dark&session=a%3Db')
  expect(response.headers.getSetCookie()).toEqual([
    'theme=dark; Path=/; Max-Age=3600; SameSite=Lax; HttpOnly',
    'session=a=b; Path=/; Max-Age=3600; SameSite=Lax; HttpOnly',
  ])
})

test('sets cookies with chosen attributes', async () => {
  const query =
    'a=1&flag.path=/v1/books&flag.maxAge=0&flag.sameSite=None&flag.httpOnly=false&flag.secure=true'
  expect((await get(`/set?${query}`)).headers.getSetCookie()).toEqual([
    'a=1; Path=/v1/books; Max-Age=0; SameSite=None; Secure',
  ])
})

test.each([
  '',
  '?flag.path=/',
  '?a=1;2',
  '?a=%0d%0aX:1',
  '?a%20b=1',
  '?=1',
  '?a=1&flag.path=%0d',
  '?a=1&flag.path=/;x',
  '?a=1&flag.maxAge=soon',
  '?a=1&flag.sameSite=Loose',
  '?a=1&flag.secure=1',
])('refuses /set%s', async query => {
  const response = await get(`/set${query}`)
  expect(response.status).toBe(400)
  expect(response.headers.getSetCookie()).toEqual([])
})

test('sets sample cookies with every attribute', async () => {
  const cookies = (await get('/sampler')).headers.getSetCookie()
  const attributes = new Set(
    cookies.flatMap(cookie => cookie.split('; ').slice(1)).map(text => text.split('=')[0]),
  )
  expect([...attributes].sort()).toEqual([
    'Expires',
    'HttpOnly',
    'Max-Age',
    'Partitioned',
    'Path',
    'SameSite',
    'Secure',
  ])
  expect(cookies).toContain('__Host-sampler=yes; Path=/; Secure; HttpOnly; SameSite=Lax')
  expect(cookies.filter(cookie => cookie.startsWith('sampler_path='))).toHaveLength(2)
})

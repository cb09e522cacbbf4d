import { createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { listenForRedirect, type RedirectListenerOptions } from './listen-for-redirect.ts'

const state = 'the-state'
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function start(options: Partial<RedirectListenerOptions> = {}) {
  const listening = await listenForRedirect({ callbackUrl: '', state, ...options })
  if (!listening.ok) throw new Error(listening.failure)
  closers.push(() => listening.value.close())
  return listening.value
}

const never = new AbortController().signal

test('listens only on 127.0.0.1, on its own port, and returns the parameters', async () => {
  const listener = await start()
  expect(listener.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
  const page = await fetch(`${listener.redirectUri}?code=a%20b&state=${state}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain('<h1>You are signed in</h1>')
  const redirected = await listener.redirected(never)
  expect(redirected.ok && Object.fromEntries(redirected.value)).toEqual({ code: 'a b', state })
})

test('accepts only the first redirect, and nothing once it is closed (PR3)', async () => {
  const listener = await start()
  await fetch(`${listener.redirectUri}?code=first&state=${state}`)
  expect((await fetch(`${listener.redirectUri}?code=second&state=${state}`)).status).toBe(404)
  const redirected = await listener.redirected(never)
  expect(redirected.ok && redirected.value.get('code')).toBe('first')
  await listener.close()
  await expect(fetch(`${listener.redirectUri}?code=third&state=${state}`)).rejects.toThrow()
})

test('a redirect with an error says that nobody is signed in', async () => {
  const listener = await start()
  const page = await fetch(`${listener.redirectUri}?error=%3Cb%3Eaccess_denied&state=${state}`)
  const text = await page.text()
  expect(text).toContain('<h1>You are not signed in</h1>')
  expect(text).not.toContain('access_denied')
})

test.each(['code=x', 'code=x&state=', 'code=x&state=wrong', 'error=e&state=the-statE'])(
  'a redirect with %s ends the sign-in',
  async query => {
    const listener = await start()
    expect((await fetch(`${listener.redirectUri}?${query}`)).status).toBe(400)
    expect(await listener.redirected(never)).toMatchObject({ ok: false })
  },
)

describe('anything but the redirect gets 404, and the sign-in continues:', () => {
  test.each<[string, string, RequestInit]>([
    ['another path', '/other?code=x&state=the-state', {}],
    ['no parameters', '/callback', {}],
    ['a parameter twice', '/callback?code=x&state=the-state&state=the-state', {}],
    ['POST', '/callback?code=x&state=the-state', { method: 'POST' }],
  ])('%s', async (_, path, init) => {
    const listener = await start()
    expect((await fetch(new URL(path, listener.redirectUri), init)).status).toBe(404)
    await fetch(`${listener.redirectUri}?code=right&state=${state}`)
    expect(await listener.redirected(never)).toMatchObject({ ok: true })
  })
})

test('a callback URL of the user is used unchanged', async () => {
  const other = await start()
  const { port } = new URL(other.redirectUri)
  await other.close()
  const callbackUrl = `http://localhost:${port}/oauth/done`
  const listener = await start({ callbackUrl })
  expect(listener.redirectUri).toBe(callbackUrl)
  await fetch(`http://127.0.0.1:${port}/oauth/done?code=x&state=${state}`)
  expect(await listener.redirected(never)).toMatchObject({ ok: true })
})

test.each(['https://app.test/callback', 'http://app.test/callback', 'https://127.0.0.1/', 'app://x', 'x'])(
  'a callback elsewhere is refused: %s',
  async callbackUrl => {
    expect(await listenForRedirect({ callbackUrl, state })).toMatchObject({ ok: false })
  },
)

test('a port in use is reported', async () => {
  const server = createServer()
  const port = await new Promise<number>(resolve =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    }),
  )
  closers.push(() => new Promise(resolve => server.close(() => resolve())))
  const result = await listenForRedirect({ callbackUrl: `http://127.0.0.1:${port}/`, state })
  expect(result).toEqual({
    ok: false,
    failure: `Port ${port} of the Callback URL is in use on this computer`,
  })
})

test('ends by Cancel and by its time', async () => {
  const cancel = new AbortController()
  const cancelled = (await start()).redirected(cancel.signal)
  cancel.abort()
  expect(await cancelled).toEqual({ ok: false, failure: 'The sign-in was cancelled' })
  expect(await (await start({ timeoutMs: 1 })).redirected(never)).toMatchObject({ ok: false })
})

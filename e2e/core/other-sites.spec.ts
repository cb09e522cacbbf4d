import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../support/test.ts'

/** A page of another site; in these tests `*.test` resolves to this machine. */
let otherSite: Server
let otherOrigin: string

test.beforeAll(async () => {
  otherSite = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>evil</title><body></body>')
  })
  await new Promise<void>(resolve => otherSite.listen(0, '127.0.0.1', resolve))
  const { port } = otherSite.address() as AddressInfo
  otherOrigin = `http://evil.test:${port}`
})

test.afterAll(() => {
  otherSite.closeAllConnections()
  otherSite.close()
})

test('another site can neither call, nor load, nor frame the server (LS8)', async ({ page, parley }) => {
  const statuses: number[] = []
  page.on('response', response => {
    if (response.url().startsWith(parley.origin)) statuses.push(response.status())
  })
  await page.goto(otherOrigin)
  const outcomes = await page.evaluate(async origin => {
    const call = (path: string, init: RequestInit) =>
      fetch(`${origin}${path}`, init).then(
        response => response.type,
        () => 'failed',
      )
    const load = (tag: string) =>
      new Promise<string>(resolve => {
        const element = document.createElement(tag)
        element.addEventListener('load', () => resolve('loaded'))
        element.addEventListener('error', () => resolve('failed'))
        element.setAttribute('src', `${origin}/assets/`)
        document.body.append(element)
      })
    return {
      simple: await call('/rpc/sends/start', { method: 'POST', mode: 'no-cors', body: '{}' }),
      readable: await call('/rpc/session/describe', { method: 'POST', body: '{}' }),
      page: await call('/', {}),
      image: await load('img'),
    }
  }, parley.origin)
  expect(['opaque', 'failed']).toContain(outcomes.simple)
  expect(outcomes).toMatchObject({ readable: 'failed', page: 'failed', image: 'failed' })
  await page.evaluate(origin => {
    const form = document.createElement('form')
    form.method = 'POST'
    form.action = `${origin}/rpc/sends/start`
    document.body.append(form)
    form.submit()
  }, parley.origin)
  await expect.poll(() => statuses.at(-1)).toBe(403)
  expect(new Set(statuses)).toEqual(new Set([403]))
})

test('a host name that was rebound to this machine is refused (LS8)', async ({ page, parley }) => {
  const response = await page.goto(`http://evil.test:${new URL(parley.origin).port}/`)
  expect(response?.status()).toBe(403)
})

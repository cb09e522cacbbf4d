import type { Page, Route } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import {
  demoAddress,
  newRequest,
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  typeUrl,
} from './support/page-parts.ts'
import { chooseTab } from './support/rooms/response-tabs.ts'
import { noTestResults, nothingSent } from './support/sentences.ts'
import { serveBytes } from './support/serve-bytes.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

async function send(page: Page, path: string): Promise<void> {
  await newRequest(page, `${await demoAddress(page)}${path}`)
  await sendButton(page).click()
}

test('cookies are listed with every flag, and copied from their menus', async ({
  parleyPage: page,
  context,
}) => {
  await send(page, '/cookies/sampler')
  await chooseTab(page, 'Cookies')
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await expect(row('sampler_max_age')).toContainText('3600')
  await expect(row('sampler_expires')).toContainText('Tue, 19 Jan 2038 03:14:07 GMT')
  await expect(row('sampler_strict').getByRole('cell', { name: 'Strict' })).toBeVisible()
  await expect(row('sampler_partitioned').getByRole('cell', { name: 'Yes', exact: true })).toHaveCount(2)
  await expect(row('__Host-sampler').getByRole('cell', { name: 'Yes', exact: true })).toHaveCount(2)
  await expectAccessibleInThemes(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await row('sampler_strict').getByRole('rowheader').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Copy as Name: value' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^sampler_strict: /)
})

test('the timeline shows phases, redirects and the request as sent', async ({ parleyPage: page }) => {
  await send(page, '/redirect/2')
  await chooseTab(page, 'Timeline')
  const phases = page.getByRole('list', { name: 'Phases' })
  for (const name of ['DNS', 'Connect', 'TLS handshake', 'Waiting for server', 'Download'])
    await expect(phases).toContainText(name)
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('/redirect/2, redirected to')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('GET /v1/echo HTTP/1.1')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('User-Agent: Parley/1.0')
  await expectAccessibleInThemes(page)
})

test('before the first send and without cookies the tabs say so', async ({ parleyPage: page }) => {
  await chooseTab(page, 'Cookies')
  await expect(responsePane(page)).toContainText(nothingSent)
  await chooseTab(page, 'Test Results')
  await expect(responsePane(page)).toContainText(noTestResults)
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('No tests defined')
  await chooseTab(page, 'Cookies')
  await expect(responsePane(page)).toContainText('The response sets no cookies.')
})

test('the size shows what it consists of', async ({ parleyPage: page }) => {
  await sendButton(page).click()
  await responseStatus(page).getByRole('button').hover()
  const tooltip = page.getByRole('tooltip')
  await expect(tooltip).toContainText(/Response.*Headers.*Body.*Request.*Headers.*Body.*HTTP\/1\.1/s)
})

test('an event stream grows live and is marked so until it is cancelled', async ({ parleyPage: page }) => {
  await send(page, '/events?count=0&intervalMs=200')
  await expect(responsePane(page)).toContainText('Event stream, live')
  await chooseTab(page, 'Body')
  await expect(responsePane(page).getByRole('textbox', { name: 'Response body' })).toContainText('id: 3')
  await expect(responseStatus(page)).toContainText('200 OK')
  await page.keyboard.press('Escape')
  await expect(responsePane(page)).toContainText('Event stream, stopped')
  await expect(responsePane(page)).not.toContainText('Event stream, live')
  await expect(responsePane(page).getByRole('textbox', { name: 'Response body' })).toContainText('id: 1')
  await chooseTab(page, 'Timeline')
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('Body incomplete')
})

test('a live event stream is accessible', async ({ parleyPage: page }) => {
  // Its second event is a minute away, because the check needs a page that does not change.
  await send(page, '/events?count=0&intervalMs=60000')
  await expect(responsePane(page)).toContainText('Event stream, live')
  await expect(page.getByRole('listbox', { name: 'Events' }).getByRole('option')).toContainText('stock')
  await expectAccessible(page)
  await expect(responsePane(page)).toContainText('Event stream, live')
})

test('an event stream that ends is no longer live', async ({ parleyPage: page }) => {
  await send(page, '/events?count=3&intervalMs=20')
  await expect(page.getByRole('tab', { name: 'Events', exact: true })).toBeVisible()
  await chooseTab(page, 'Body')
  await expect(responsePane(page).getByRole('textbox', { name: 'Response body' })).toContainText('id: 3')
  await expect(responsePane(page)).not.toContainText('live')
})

test('a failed send shows its step, its address and its progress', async ({ parleyPage: page }) => {
  await typeUrl(page, 'http://127.0.0.1:9/')
  await sendButton(page).click()
  await expect(responsePane(page).getByRole('heading', { name: 'Request failed' })).toBeVisible()
  await expect(responsePane(page)).toContainText('Connect')
  await expect(responsePane(page).getByRole('alert')).toContainText('127.0.0.1:9')
  await expect(responseStatus(page)).toContainText('Failed')
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect(responsePane(page).getByRole('button', { name: 'Retry' })).toBeInViewport({ ratio: 1 })
  await responsePane(page).getByRole('button', { name: 'Open Timeline' }).click()
  await expect(page.getByRole('list', { name: 'Events' })).toContainText(
    'Connect failed: Nothing is listening',
  )
  const phases = page.getByRole('list', { name: 'Phases' }).getByRole('listitem')
  await expect(phases.filter({ hasText: 'Connect' })).toHaveText(/ms$/)
  await expect(phases.filter({ hasText: 'DNS' })).toHaveText(/–$/)
  await expect(responsePane(page).getByRole('alert')).toContainText('check the port in the URL')
  await expectAccessibleInThemes(page)
  await responsePane(page).getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('Connect failed')
})

test('10,000 headers are scrolled to the last, and few of them are rendered', async ({
  parleyPage: page,
}) => {
  const fields = Array.from({ length: 10_000 }, (_, index) => `X-${index}: ${index}`)
  const server = await serveBytes(
    ['HTTP/1.1 200 OK', ...fields, 'Connection: close', 'Content-Length: 2', '', 'ok'].join('\r\n'),
  )
  await newRequest(page, server.url)
  await sendButton(page).click()
  await chooseTab(page, 'Headers')
  const list = page.getByRole('region', { name: 'Response headers' })
  await expect(responsePane(page)).toContainText('10002 headers')
  await expect(list.getByRole('term').first()).toHaveText('X-0')
  expect(await list.getByRole('term').count()).toBeLessThan(100)
  await list.focus()
  await page.keyboard.press('End')
  await expect(list.getByRole('term').filter({ hasText: /^Content-Length$/ })).toBeInViewport()
  await expect(list.getByRole('term').filter({ hasText: /^X-9999$/ })).toBeInViewport()
  expect(await list.getByRole('term').count()).toBeLessThan(100)
  await page.keyboard.press('Home')
  await expect(list.getByRole('term').filter({ hasText: /^X-0$/ })).toBeInViewport()
  await expectAccessible(page)
  server.close()
})

test('1,500 cookies are scrolled to the last, and few of them are rendered', async ({ parleyPage: page }) => {
  const fields = Array.from({ length: 1_500 }, (_, index) => `Set-Cookie: c${index}=${index}; Path=/`)
  const server = await serveBytes(
    ['HTTP/1.1 200 OK', ...fields, 'Connection: close', 'Content-Length: 2', '', 'ok'].join('\r\n'),
  )
  await newRequest(page, server.url)
  await sendButton(page).click()
  await chooseTab(page, 'Cookies')
  const table = page.getByRole('table', { name: 'Response cookies' })
  await expect(table).toHaveAttribute('aria-rowcount', '1501')
  const column = () => table.getByRole('columnheader', { name: 'Path' }).boundingBox()
  const before = await column()
  await page.getByRole('region', { name: 'Response cookies' }).focus()
  await page.keyboard.press('End')
  await expect(table.getByRole('rowheader', { name: 'c1499', exact: true })).toBeInViewport()
  expect(await table.getByRole('row').count()).toBeLessThan(150)
  expect((await column())?.x).toBe(before?.x)
  await expectAccessible(page)
  server.close()
})

test('a read of a body that the next send replaces ends silently', async ({ parleyPage: page }) => {
  await openRequest(page, 'Echo')
  let letGo = () => {}
  const isHeld = new Promise<void>(hold => {
    const holdOnce = (route: Route) => {
      letGo = () => void route.continue()
      hold()
    }
    void page.route('**/rpc/bodies/readRows', holdOnce, { times: 1 })
  })
  await sendButton(page).click()
  await isHeld
  const isReleased = page.waitForResponse('**/rpc/sends/release')
  await sendButton(page).click()
  await isReleased
  letGo()
  await expect(responsePane(page)).toContainText('"method": "POST"')
})

test('headers are counted and copied', async ({ parleyPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await sendButton(page).click()
  await chooseTab(page, 'Headers')
  await expect(responsePane(page)).toContainText(/\d+ headers, \d+ B/)
  await responsePane(page).getByRole('button', { name: 'Copy headers' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('Content-Type: application/json')
  await responsePane(page).getByRole('button', { name: 'Copy Content-Type' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^application\/json/)
})

for (const [width, height] of [
  [1024, 700],
  [800, 700],
  [720, 600],
] as const) {
  test(`at ${width} px the gaps of the tabs are even, and the status is whole${atNightUnless(width === 720)}`, async ({
    parleyPage: page,
  }) => {
    const head = 'HTTP/1.1 422 Unprocessable Content\r\nContent-Length: 2\r\nSet-Cookie: a=1\r\n\r\n'
    const server = await serveBytes(`${head}{}`)
    await page.setViewportSize({ width, height })
    await newRequest(page, server.url)
    const tabs = responsePane(page).getByRole('tablist', { name: 'Response' }).getByRole('tab')
    const words = () =>
      tabs.evaluateAll(all =>
        all.map(tab => {
          const range = document.createRange()
          range.selectNode(tab.firstChild ?? tab)
          const { left, right } = range.getBoundingClientRect()
          return { left, right }
        }),
      )
    const before = await words()
    await sendButton(page).click()
    const status = responseStatus(page).getByText('422 Unprocessable Content')
    await expect(status).toBeInViewport({ ratio: 1 })
    expect(await status.evaluate(element => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    const after = await words()
    expect(after).toEqual(before)
    const gaps = after.slice(1).map(({ left }, at) => Math.round(left - (after[at]?.right ?? 0)))
    // Room for a count of two digits, which comes with the response.
    expect(new Set(gaps)).toEqual(new Set([28]))
    await expectAccessible(page)
    server.close()
  })
}

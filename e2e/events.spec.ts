import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { tabTo, watchPointer } from './support/by-keyboard.ts'
import { demoAddress, newRequest, responsePane, responseStatus, sendButton } from './support/page-parts.ts'
import { serveBytes } from './support/serve-bytes.ts'
import { expect, expectAccessibleInThemes, test } from './support/test.ts'

const sectionTab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Response' }).getByRole('tab', { name, exact: true })
const list = (page: Page) => page.getByRole('listbox', { name: 'Events', exact: true })
const events = (page: Page) => list(page).getByRole('option')
const button = (page: Page, name: string) => responsePane(page).getByRole('button', { name, exact: true })
const searchField = (page: Page) => page.getByRole('textbox', { name: 'Search events' })

async function send(page: Page, url: string): Promise<void> {
  await newRequest(page, url)
  await sendButton(page).click()
  await expect(sectionTab(page, 'Events')).toHaveAttribute('aria-selected', 'true')
}

/** Sends a request to a stream of the demo API without end. */
async function sendEndless(page: Page, intervalMs: number): Promise<void> {
  await send(page, `${await demoAddress(page)}/events?count=0&intervalMs=${intervalMs}`)
}

async function serveEvents(text: string, fields: readonly string[] = []) {
  const head = ['HTTP/1.1 200 OK', 'Content-Type: text/event-stream', 'Connection: close', ...fields, '', '']
  return serveBytes(head.join('\r\n') + text)
}

const orders = [
  'id: 1\nevent: order.paid\ndata: {"orderId":88217,"amount":9.99,"currency":"EUR"}\n\n',
  'id: 2\nevent: heartbeat\ndata: {}\n\n',
  'id: 3\nevent: order.packed\ndata: {"orderId":88211,"station":2}\n\n',
  'id: 4\nevent: heartbeat\ndata: {}\n\n',
  'id: 5\nevent: order.paid\ndata: {"orderId":88219,"amount":32.47,"currency":"EUR"}\n\n',
  'data: two\ndata: lines\n\n',
].join('')

test('the events of a stream are listed, and one is opened beside them', async ({ parleyPage: page }) => {
  const server = await serveEvents(orders)
  await send(page, server.url)
  await expect(events(page)).toHaveCount(6)
  await expect(sectionTab(page, 'Events')).toHaveAccessibleDescription('6')
  await expect(events(page).first()).toContainText('message')
  await expect(events(page).last()).toContainText('order.paid')
  await expect(responsePane(page)).toContainText('6 events')
  await expect(responsePane(page).getByText('ended by the server', { exact: true })).toBeVisible()
  await expectAccessibleInThemes(page)
  await events(page).filter({ hasText: 'order.packed' }).click()
  const detail = responsePane(page).getByRole('region', { name: 'Event', exact: true })
  await expect(detail).toContainText('id 3')
  await expect(detail.getByRole('textbox', { name: 'Event data' })).toContainText('"station": 2')
  await detail.getByRole('radio', { name: 'Raw' }).click()
  await expect(detail.getByRole('textbox', { name: 'Event data' })).toContainText('88211,"station"')
  await expectAccessibleInThemes(page)
  await button(page, 'Close event').click()
  await expect(detail).toHaveCount(0)
  await expect(list(page)).toBeFocused()
  server.close()
})

test('a stream of a language model is shown as text', async ({ parleyPage: page }) => {
  const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
  const server = await serveEvents(`${['Once', ' upon', ' a time'].map(chunk).join('')}data: [DONE]\n\n`)
  await send(page, server.url)
  await expect(events(page)).toHaveCount(4)
  await responsePane(page).getByRole('radio', { name: 'Text', exact: true }).click()
  const text = responsePane(page).getByRole('region', { name: 'Text of the events' })
  await expect(text).toHaveText('Once upon a time')
  await expectAccessibleInThemes(page)
  const path = page.getByRole('textbox', { name: 'Path of the text' })
  await path.fill('$.choices[?@.delta')
  await expect(path).toHaveAccessibleDescription(/Invalid JSONPath at character \d+/)
  await path.fill('$..content')
  await expect(path).toHaveAccessibleDescription('')
  await expect(text).toHaveText('Once upon a time')
  await path.fill('$.choices[0].finish_reason')
  await expect(responsePane(page)).toContainText('The events have no text at this path')
  await page.reload()
  await responsePane(page).getByRole('radio', { name: 'Text', exact: true }).click()
  await expect(path).toHaveValue('$.choices[0].finish_reason')
  await path.fill('')
  await expect(text).toHaveText('Once upon a time')
  await responsePane(page).getByRole('radio', { name: 'Events', exact: true }).click()
  await expect(events(page)).toHaveCount(4)
  server.close()
})

test('events are filtered by name, searched, exported and cleared from view', async ({
  parleyPage: page,
}) => {
  const server = await serveEvents(orders)
  await send(page, server.url)
  // The choices of an open menu stay as they are.
  await expect(events(page)).toHaveCount(6)
  await button(page, 'Type of events').click()
  await page.getByRole('menuitem', { name: 'heartbeat (2)' }).click()
  await expect(events(page)).toHaveCount(2)
  await expect(responsePane(page)).toContainText('2 of 6 events')
  await button(page, 'Type of events').click()
  await page.getByRole('menuitem', { name: 'All events (6)' }).click()
  await expect(events(page)).toHaveCount(6)
  await searchField(page).fill('eur')
  await expect(events(page)).toHaveCount(2)
  await expect(responsePane(page)).toContainText('2 of 6 events')

  const downloading = page.waitForEvent('download')
  await button(page, 'Export events').click()
  await page.getByRole('menuitem', { name: /^NDJSON/ }).click()
  const lines = readFileSync(await (await downloading).path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines.map(line => JSON.parse(line).id)).toEqual(['1', '5'])

  await searchField(page).fill('nothing has this')
  await expect(responsePane(page)).toContainText('No event matches.')
  await searchField(page).fill('')
  await expect(events(page)).toHaveCount(6)
  const downloadingRaw = page.waitForEvent('download')
  await button(page, 'Export events').click()
  await page.getByRole('menuitem', { name: /^Raw/ }).click()
  expect(readFileSync(await (await downloadingRaw).path(), 'utf8')).toBe(orders)

  await events(page).first().click()
  const detail = responsePane(page).getByRole('region', { name: 'Event', exact: true })
  await expect(detail).toBeVisible()
  await button(page, 'Clear events from view').click()
  await expect(events(page)).toHaveCount(0)
  await expect(detail).toHaveCount(0)
  await button(page, 'Show cleared events').click()
  await expect(events(page)).toHaveCount(6)
  await button(page, 'Newest first').click()
  await expect(events(page).first()).toContainText('88217')
  await button(page, 'Newest first').click()
  await expect(events(page).last()).toContainText('88217')
  server.close()
})

test('a paused list keeps its rows while events arrive', async ({ parleyPage: page }) => {
  await sendEndless(page, 40)
  await expect(events(page).nth(3)).toBeVisible()
  await button(page, 'Follow new events').click()
  const unseen = responsePane(page).getByRole('button', { name: / new$/ })
  await expect(unseen).toHaveText(/^\d+ new$/)
  const shown = await events(page).first().textContent()
  await expect(unseen).toHaveText(/^\d\d+ new$/)
  expect(await events(page).first().textContent()).toBe(shown)
  await unseen.click()
  await expect(list(page)).toBeFocused()
  await expect(button(page, 'Follow new events')).toHaveAttribute('aria-pressed', 'true')
  await expect(events(page).first()).not.toHaveText(shown ?? '')
  await expect(responsePane(page)).not.toContainText('paused')
})

test('without a pointer, a stream is followed, read, searched and stopped', async ({ parleyPage: page }) => {
  await newRequest(page, `${await demoAddress(page)}/events?count=0&intervalMs=40`)
  const pointerUses = await watchPointer(page)
  await page.keyboard.press('Enter')
  await expect(events(page).nth(3)).toBeVisible()
  await tabTo(page, list(page))
  await page.keyboard.press('Space')
  await expect(responsePane(page)).toContainText(/paused/)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  const marked = await events(page).nth(1).getAttribute('id')
  await expect(list(page)).toHaveAttribute('aria-activedescendant', marked ?? '')
  await page.keyboard.press('Enter')
  await expect(list(page).locator(`[id="${marked}"]`)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Event data' })).toContainText('"bookId": 1204')
  await page.keyboard.press('ControlOrMeta+f')
  await expect(searchField(page)).toBeFocused()
  await page.keyboard.type('"inStock":98')
  await expect(events(page).first()).toContainText('"inStock":98')
  await expect(responsePane(page)).toContainText(/\d of \d+ events/)
  await page.keyboard.press('Escape')
  await expect(searchField(page)).toHaveValue('')
  await tabTo(page, button(page, 'Cancel'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(responsePane(page).getByText('stopped', { exact: true })).toBeVisible()
  await expect(events(page).first()).toBeVisible()
  expect(await pointerUses()).toBe(0)
})

test('Esc closes an opened event, then stops the stream', async ({ parleyPage: page }) => {
  await sendEndless(page, 60)
  await events(page).nth(3).click()
  const detail = responsePane(page).getByRole('region', { name: 'Event', exact: true })
  for (const focused of [list(page), detail.getByRole('textbox', { name: 'Event data' })]) {
    await focused.press('Escape')
    await expect(detail).toHaveCount(0)
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(detail).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  await expect(responsePane(page).getByText('live', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(responsePane(page).getByText('stopped', { exact: true })).toBeVisible()
})

test('a stream goes on after a reload, and its events stay after Cancel', async ({ ownParleyPage: page }) => {
  await sendEndless(page, 60)
  await expect(events(page).nth(2)).toBeVisible()
  await expect(responsePane(page).getByText('live', { exact: true })).toBeVisible()
  await expect(responsePane(page).getByRole('progressbar')).toHaveCount(0)
  await page.reload()
  await expect(sectionTab(page, 'Events')).toHaveAttribute('aria-selected', 'true')
  await expect(events(page).nth(2)).toBeVisible()
  await list(page).press('End')
  await expect(events(page).last()).toContainText('"inStock":99')
  await expect(responsePane(page)).toContainText('paused')
  await button(page, 'Follow new events').click()
  await expect(responsePane(page).getByText('live', { exact: true })).toBeVisible()
  const newest = await events(page).first().textContent()
  await expect(events(page).first()).not.toHaveText(newest ?? '')

  await button(page, 'Cancel').click()
  await expect(responsePane(page).getByText('stopped', { exact: true })).toBeVisible()
  const stopped = (await events(page).first().textContent()) ?? ''
  await sectionTab(page, 'Headers').click()
  await sectionTab(page, 'Events').click()
  await expect(events(page).first()).toHaveText(stopped)
})

test('a stream that breaks off says why, and shows its last event as incomplete', async ({
  parleyPage: page,
}) => {
  const server = await serveEvents('data: whole\n\ndata: cut o', ['Content-Length: 100'])
  await send(page, server.url)
  await expect(responsePane(page).getByText('broken: INCOMPLETE_RESPONSE', { exact: true })).toBeVisible()
  await expect(events(page)).toHaveCount(2)
  await expect(events(page).first()).toContainText('incomplete')
  await sectionTab(page, 'Body').click()
  await expect(responsePane(page).getByRole('textbox', { name: 'Response body' })).toContainText(
    'data: cut o',
  )
  server.close()
})

test('Body stays chosen for streams, and other responses begin with their body', async ({
  parleyPage: page,
}) => {
  const server = await serveEvents(orders)
  await send(page, server.url)
  await sectionTab(page, 'Body').click()
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(sectionTab(page, 'Body')).toHaveAttribute('aria-selected', 'true')
  await newRequest(page, `${await demoAddress(page)}/books`)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(sectionTab(page, 'Body')).toHaveAttribute('aria-selected', 'true')
  await expect(sectionTab(page, 'Events')).toHaveCount(0)
  server.close()
})

test('100,000 events scroll to the first, and few of them are drawn', async ({ parleyPage: page }) => {
  const many = Array.from({ length: 100_000 }, (_, at) => `data: number ${at}\n\n`).join('')
  const server = await serveEvents(many)
  await send(page, server.url)
  await expect(responsePane(page)).toContainText('100,000 events')
  await expect(events(page).first()).toContainText('number 99999')
  await list(page).focus()
  await page.keyboard.press('End')
  await expect(events(page).last()).toContainText('number 0')
  expect(await events(page).count()).toBeLessThan(100)
  const height = await list(page).evaluate(element => element.clientHeight)
  const isAtEnd = () => list(page).evaluate(({ scrollTop, scrollHeight }) => scrollTop > scrollHeight / 2)
  expect(await isAtEnd()).toBe(true)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(() => list(page).evaluate(element => element.clientHeight)).toBeGreaterThan(height)
  expect(await isAtEnd()).toBe(true)
  server.close()
})

test('the menu of names has the most frequent ones, and says how to find the others', async ({
  parleyPage: page,
}) => {
  const many = Array.from({ length: 250 }, (_, at) => `event: name ${at}\ndata: ${at}\n\n`).join('')
  const server = await serveEvents(`event: often\ndata: x\n\n`.repeat(3) + many)
  await send(page, server.url)
  await expect(responsePane(page)).toContainText('253 events')
  await button(page, 'Type of events').click()
  await expect(page.getByRole('menuitem').nth(1)).toHaveText('often (3)')
  const others = page.getByRole('menuitem', { name: 'Other types (51): search for their names' })
  await expect(others).toBeDisabled()
  await page.keyboard.press('Escape')
  await searchField(page).fill('name 249')
  await expect(responsePane(page)).toContainText('1 of 253 events')
  await expect(events(page)).toHaveText([/name 249/])
  server.close()
})

test('an earlier stream opens from the history with its events', async ({ parleyPage: page }) => {
  const server = await serveEvents(orders)
  await send(page, server.url)
  await expect(events(page)).toHaveCount(6)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await page.getByRole('button', { name: 'Run history' }).click()
  const runs = page.getByRole('dialog', { name: 'Run history' })
  await expect(runs.getByRole('row')).toHaveCount(2)
  await runs.getByRole('row').last().click()
  await expect(responsePane(page)).toContainText('Response from today, ')
  await expect(events(page)).toHaveCount(6)
  await searchField(page).fill('packed')
  await expect(events(page)).toHaveText([/order\.packed/])
  await events(page).first().click()
  await expect(page.getByRole('textbox', { name: 'Event data' })).toContainText('"station": 2')
  server.close()
})

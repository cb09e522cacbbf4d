import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { demoAddress, responsePane, responseStatus, sendButton, typeUrl } from './support/page-parts.ts'
import { errorList } from './support/rooms/graphql-answers.ts'
import { expect, expectAccessible, test } from './support/test.ts'

// Side by side, as in wider windows, some tabs and views are in menus.
test.use({ viewport: { width: 1200, height: 800 } })

const query = (page: Page) => page.getByRole('textbox', { name: 'Query' })

/** Opens a GraphQL request to the demo API with a query. */
async function openQuery(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New request' }).click()
  await page.getByRole('menuitem', { name: /^GraphQL/ }).click()
  await typeUrl(page, `${await demoAddress(page)}/graphql`)
  await query(page).click()
  await page.keyboard.insertText(text)
}

test('errors of a 200 are listed above the body and counted, and lead into the query', async ({
  parleyPage: page,
}) => {
  await openQuery(page, '{\n  a: book(id: 7) { title }\n  books { id }\n  b: book(id: 8) { title }\n}')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200')
  await expect(responseStatus(page)).toContainText('2 errors')
  const rows = errorList(page).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('There is no book 8')
  await expect(rows.nth(1)).toContainText('BOOK_NOT_FOUND')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Headers', exact: true }).first().click()
  await rows.nth(1).getByRole('button', { name: 'Line 4, column 3' }).click()
  await expect(query(page)).toBeFocused()
  await page.keyboard.insertText('c')
  await expect(query(page).locator('.cm-line').nth(3)).toHaveText('  cb: book(id: 8) { title }')
  await page.keyboard.press('Backspace')
  await query(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{ books { id } }')
  await sendButton(page).click()
  await expect(errorList(page)).toHaveCount(0)
  await expect(responseStatus(page)).not.toContainText('error')
})

test('a subscription is subscribed to, and its events are listed', async ({ parleyPage: page }) => {
  await openQuery(page, 'subscription { stock(count: 3, intervalMs: 0) { inStock } }')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  const events = page.getByRole('listbox', { name: 'Events', exact: true }).getByRole('option')
  await expect(events).toHaveCount(4)
  await expect(responsePane(page)).toContainText('"inStock":97')
  await query(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{ books { id } }')
  await expect(sendButton(page)).toBeVisible()
})

test('a subscription is stopped, and its transport and URL are chosen in Settings', async ({
  parleyPage: page,
}) => {
  await openQuery(page, 'subscription { stock(count: 0, intervalMs: 50) { inStock } }')
  await page.getByRole('tab', { name: 'Settings', exact: true }).click()
  const transport = page.getByRole('radiogroup', { name: 'Subscription transport' })
  await expect(transport).toHaveText('AutoSSEMultipartWebSocketWebSocket (legacy)')
  await transport.getByText('SSE', { exact: true }).click()
  const url = page.getByRole('textbox', { name: 'Subscription URL' })
  await url.fill(`${await demoAddress(page)}/graphql`)
  await expectAccessible(page)
  await typeUrl(page, 'http://127.0.0.1:1/')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  await expect(
    page.getByRole('listbox', { name: 'Events', exact: true }).getByRole('option').first(),
  ).toBeVisible()
  await expect(responsePane(page).getByText(/^Live for \d\d:\d\d$/)).toBeVisible()
  await stop.click()
  await expect(responsePane(page).getByText('stopped', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible()

  await transport.getByText('WebSocket', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Connection parameters' }).fill('{"token": 1}')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  const messages = page.getByRole('listbox', { name: 'Messages', exact: true }).getByRole('option')
  await expect(messages.filter({ hasText: 'connection_init' })).toContainText('"token": 1')
  await expect(messages.filter({ hasText: 'next' }).first()).toContainText('"inStock"')
  await expectAccessible(page)
  await stop.click()
  await expect(responsePane(page).getByText('1000 Normal Closure', { exact: true })).toBeVisible()
  await expect(messages.filter({ hasText: 'complete' })).toBeVisible()
})

test('deferred parts are merged as they arrive, and Raw has them as they came', async ({
  parleyPage: page,
}) => {
  const begun = Promise.withResolvers<ServerResponse>()
  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString()
    if (sent.includes('IntrospectionQuery')) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'multipart/mixed; boundary="-"' })
    response.write('\r\n---\r\n\r\n{"data":{"book":{"title":"Lavinia"}},"hasNext":true}\r\n---\r\n')
    begun.resolve(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  await page.getByRole('button', { name: 'New request' }).click()
  await page.getByRole('menuitem', { name: /^GraphQL/ }).click()
  await typeUrl(page, `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`)
  await query(page).click()
  await page.keyboard.insertText('{ book { title ... @defer { price } } }')
  await sendButton(page).click()
  const body = responsePane(page).getByRole('textbox', { name: 'Response body' })
  await expect(body).toContainText('"title": "Lavinia"')
  await expect(responsePane(page)).toContainText('Merged from 1 part.')
  const response = await begun.promise
  const before = await body.boundingBox()
  response.end(
    '\r\n{"incremental":[{"path":["book"],"data":{"price":12.50},"errors":[{"message":"Old price"}]}],"hasNext":false}\r\n-----\r\n',
  )
  await expect(body).toContainText('"price": 12.50')
  await expect(responsePane(page)).toContainText('Merged from 2 parts.')
  // The errors that came last do not move the body that was there.
  await expect(errorList(page)).toHaveText('Old price')
  // Its editor has measured the new lines some frames after they are in it.
  await expect.poll(async () => (await body.boundingBox())?.y).toBe(before?.y)
  await responsePane(page).getByRole('radio', { name: 'Raw' }).click()
  await expect(body).toContainText('"hasNext":false')
  server.close()
})

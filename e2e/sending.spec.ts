import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  newRequest,
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  typeUrl,
  urlField,
} from './support/page-parts.ts'
import { testOwnAddress } from './support/rooms/sending.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

testOwnAddress(['127.0.0.1', 'localhost', '0.0.0.0', '127.1'])

test('Enter in the URL sends', async ({ parleyPage: page }) => {
  await urlField(page).click()
  await page.keyboard.press('Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
})

test('a request is sent repeatedly until it is done, or Stop ends it', async ({ ownParleyPage: page }) => {
  const dialog = page.getByRole('dialog', { name: 'Send repeatedly' })
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Send options' }).click()
    await page.getByRole('menuitem', { name: 'Send repeatedly…' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Times' })).toBeFocused()
  }
  await openRequest(page, 'Echo')
  await openDialog()
  await dialog.getByRole('button', { name: 'Stop when' }).click()
  await page.getByRole('menuitem', { name: 'The status is' }).click()
  await dialog.getByRole('textbox', { name: 'Status' }).fill('503')
  await expectAccessibleInThemes(page)
  await dialog.getByRole('textbox', { name: 'Times' }).fill('3')
  await dialog.getByRole('textbox', { name: 'Every' }).fill('0')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(responsePane(page)).toContainText('Sent 3 of 3 · 3 succeeded, 0 failed')
  await page.getByRole('button', { name: 'Run history' }).click()
  await expect(page.getByRole('dialog', { name: 'Run history' }).getByRole('row')).toHaveCount(3)
  await page.keyboard.press('Escape')

  await openDialog()
  await page.keyboard.press('Enter')
  await expect(responsePane(page)).toContainText(/Send \d+ of 10 · next in 1 s · \d+ succeeded, 0 failed/)
  await expectAccessibleInThemes(page)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(responsePane(page)).toContainText(/Stopped at send \d+ of 10/)
  await expect(sendButton(page)).toBeEnabled()
  await expect(responseStatus(page)).toContainText('200 OK')
})

test('a typed body is restored with its type', async ({ parleyPage: page }) => {
  await openRequest(page, 'Echo')
  const body = page.getByRole('textbox', { name: 'Request body' })
  await body.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('typed by hand')
  const types = page.getByRole('radiogroup', { name: 'Body type' })
  await types.getByRole('radio', { name: 'None' }).click()
  await expect(body).toHaveCount(0)
  await types.getByRole('radio', { name: 'Raw' }).click()
  await expect(body).toHaveText('typed by hand')
})

test('a path variable of the URL is filled in from the Params tab', async ({ parleyPage: page }) => {
  await typeUrl(page, '{{baseUrl}}/books/:id')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('The path variable :id has no value.')
  await page.getByRole('grid', { name: 'Path' }).getByRole('textbox', { name: 'Value of id' }).fill('1204')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
  await expectAccessible(page)
})

test('what arrived stays after Cancel, marked as incomplete', async ({ parleyPage: page }) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.write('the beginning')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  await newRequest(page, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('the beginning')
  await responsePane(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(responsePane(page)).toContainText('Cancelled, body incomplete')
  await expect(responsePane(page)).toContainText('the beginning')
  server.close()
})

test('Retry sends again', async ({ parleyPage: page }) => {
  await typeUrl(page, 'http://127.0.0.1:9/')
  await sendButton(page).click()
  await expect(responsePane(page).getByText('ECONNREFUSED')).toBeVisible()
  await typeUrl(page, '{{baseUrl}}/status/404')
  await responsePane(page).getByRole('button', { name: 'Retry' }).click()
  await expect(responseStatus(page)).toContainText('404 Not Found')
})

test('a response is announced once, with status and time', async ({ parleyPage: page }) => {
  await sendButton(page).click()
  await expect(page.locator('[aria-live=polite]').filter({ hasText: /200 OK.*ms/ })).toHaveCount(1)
})

test('an unknown variable is named, and the request is sent as typed', async ({ parleyPage: page }) => {
  await typeUrl(page, '{{baseUrl}}/books?author={{nobody}}')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('{{nobody}}')
  await expect(responseStatus(page)).toContainText('200 OK')
})

test('a response body is downloaded byte for byte', async ({ parleyPage: page }) => {
  await openRequest(page, 'Image')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  const download = page.waitForEvent('download')
  await responsePane(page).getByRole('button', { name: 'Download' }).first().click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('image.png')
  const chunks: Buffer[] = []
  for await (const chunk of await saved.createReadStream()) chunks.push(Buffer.from(chunk))
  expect(Buffer.concat(chunks).subarray(1, 4).toString('latin1')).toBe('PNG')
})

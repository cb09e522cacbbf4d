import {
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  typeUrl,
  urlField,
} from '../support/page-parts.ts'
import { testOwnAddress } from '../support/rooms/sending.ts'
import { awaiting, nothingSent } from '../support/sentences.ts'
import { expect, test } from '../support/test.ts'

test('Ctrl+Enter sends from the body editor, with body, headers and variables as typed', async ({
  parleyPage: page,
}) => {
  await openRequest(page, 'Echo')
  await page.getByRole('tab', { name: 'Headers', exact: true }).first().click()
  const headers = page.getByRole('grid', { name: 'Headers' })
  await headers.getByRole('textbox', { name: 'Key' }).last().fill('X-Typed')
  await headers.getByRole('textbox', { name: 'Value' }).nth(1).fill('a  {{$timestamp}}')
  await page.getByRole('tab', { name: 'Body', exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Request body' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{"big":12345678901234567890,"at":"{{baseUrl}}"}')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(responsePane(page)).toContainText(
    '{\\"big\\":12345678901234567890,\\"at\\":\\"http://127.0.0.1:',
  )
  await expect(responsePane(page)).toContainText('"User-Agent"')
  await expect(responsePane(page)).toContainText('"Parley/1.0"')
  await expect(responsePane(page)).toContainText(/"a {2}\d{10}"/)
})

test('Params and URL update each other', async ({ parleyPage: page }) => {
  await typeUrl(page, '{{baseUrl}}/books?author=Le%20Guin&limit=2&x=a+b;c%2F')
  const params = page.getByRole('grid', { name: 'Params' })
  await expect(params.getByRole('textbox', { name: 'Value' }).nth(2)).toHaveValue('a+b;c%2F')
  await params.getByRole('textbox', { name: 'Value' }).nth(1).fill('1')
  await expect(urlField(page)).toHaveText('{{baseUrl}}/books?author=Le%20Guin&limit=1&x=a+b;c%2F')
  await params.getByRole('checkbox', { name: 'Send x' }).click()
  await expect(urlField(page)).toHaveText('{{baseUrl}}/books?author=Le%20Guin&limit=1')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('The Left Hand of Darkness')
  await expect(responsePane(page)).not.toContainText('The Dispossessed')
})

test('Esc cancels a running send', async ({ parleyPage: page }) => {
  await openRequest(page, 'Slow response')
  await urlField(page).click()
  await page.keyboard.press('Enter')
  await expect(responsePane(page).getByText(awaiting)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(responsePane(page).getByText(nothingSent)).toBeVisible()
})

testOwnAddress(['127.0.0.1', 'localhost'])

import {
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  typeUrl,
  urlField,
} from '../support/page-parts.ts'
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

test('an unknown variable is named, and the request is sent as typed', async ({ parleyPage: page }) => {
  await typeUrl(page, '{{baseUrl}}/books?author={{nobody}}')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('{{nobody}}')
  await expect(responseStatus(page)).toContainText('200 OK')
})

test('Parley’s own address is refused', async ({ parleyPage: page, parley }) => {
  for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '127.1']) {
    await typeUrl(page, `http://${host}:${new URL(parley.origin).port}/`)
    await sendButton(page).click()
    await expect(responsePane(page)).toContainText('Parley’s own address')
    await expect(responsePane(page)).toContainText(host)
  }
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

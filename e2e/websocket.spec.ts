import type { Page } from '@playwright/test'
import { themesFor } from './support/appearances.ts'
import { demoAddress, responsePane, typeUrl, urlField } from './support/page-parts.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const messages = (page: Page) =>
  page.getByRole('listbox', { name: 'Messages', exact: true }).getByRole('option')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const section = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })
const chooseFormat = async (page: Page, format: string) => {
  await button(page, 'Message format').click()
  await page.getByRole('menuitem', { name: format, exact: true }).click()
}

async function newWebSocket(page: Page, path: string): Promise<void> {
  const address = (await demoAddress(page)).replace('http', 'ws')
  await button(page, 'New request').click()
  await page.getByRole('menuitem', { name: 'WebSocket' }).click()
  await typeUrl(page, `${address}${path}`)
}

for (const colorScheme of themesFor('WebSockets')) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('a WebSocket is connected, used by keyboard, saved and opened again', async ({
      ownParleyPage: page,
    }) => {
      await newWebSocket(page, '/echo')
      await expect(button(page, 'Send message')).toBeDisabled()
      await chooseFormat(page, 'Text')
      await editor(page).click()
      await page.keyboard.type('first')
      await expect(editor(page)).toHaveText('first')
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(messages(page)).toHaveCount(2)
      await expect(responsePane(page).getByText('connected, permessage-deflate')).toBeVisible()
      await page.keyboard.type(' second')
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(messages(page)).toHaveCount(4)
      await expect(messages(page).first()).toContainText('first second')
      await expectAccessible(page)
      await responsePane(page).getByText('Sent', { exact: true }).click()
      await expect(messages(page)).toHaveCount(2)
      await expect(responsePane(page).getByText('2 of 4 messages')).toBeVisible()
      await messages(page).first().click()
      await expect(page.getByRole('region', { name: 'Message' })).toContainText('first second')
      await button(page, 'Send message again').click()
      await expect(responsePane(page).getByText('2 of 6 messages')).toBeVisible()
      await responsePane(page).getByText('All', { exact: true }).click()

      await button(page, 'New message').click()
      await expect(editor(page)).toHaveText('')
      await editor(page).click()
      await page.keyboard.type('[1')
      await expect(page.getByText('Not valid JSON. It is sent as typed.')).toBeVisible()
      await chooseFormat(page, 'Binary (Base64)')
      await page.setInputFiles('input[type=file]', {
        name: 'two.bin',
        mimeType: '',
        buffer: Buffer.from([0, 1]),
      })
      await expect(editor(page)).toHaveText('AAE=')
      await button(page, 'Message actions').click()
      await page.getByRole('menuitem', { name: 'Move up' }).click()
      await expect(button(page, 'Message draft')).toHaveAccessibleDescription('AAE=')
      await button(page, 'Message actions').click()
      await page.getByRole('menuitem', { name: 'Delete message' }).click()
      await expect(editor(page)).toHaveText('first second')

      await page.getByRole('textbox', { name: 'Message title' }).fill('Greeting')
      await button(page, 'Send on connect').click()
      await page.keyboard.press('ControlOrMeta+Shift+Enter')
      await expect(responsePane(page).getByText('disconnected: 1000 Normal Closure')).toBeVisible()
      await expect(button(page, 'Connect')).toBeEnabled()
      await section(page, 'Settings').click()
      await page.getByRole('textbox', { name: 'Subprotocols' }).fill('chat, chat.v2')
      await expectAccessible(page)
      await page.keyboard.press('ControlOrMeta+s')
      const dialog = page.getByRole('dialog', { name: 'Save request' })
      await dialog.getByRole('textbox', { name: 'Request name' }).fill('Chat')
      await dialog.getByRole('row', { name: 'Bookshop API' }).click()
      await button(page, 'Save here').click()
      await expect(dialog).toBeHidden()
      const row = page.getByRole('treeitem', { name: 'Chat', exact: true })
      await expect(row.locator('[data-method=WS]')).toBeVisible()
      await page.keyboard.press('Alt+w')
      await row.dblclick()
      await expect(urlField(page)).toContainText('/echo')
      await expect(editor(page)).toHaveText('first second')
      await expect(page.getByRole('textbox', { name: 'Message title' })).toHaveValue('Greeting')
      await button(page, 'Connect').click()
      await expect(messages(page)).toHaveCount(2)
      await expect(responsePane(page).getByText('connected, chat, permessage-deflate')).toBeVisible()
      await button(page, 'Disconnect').click()
      await expect(button(page, 'Connect')).toBeEnabled()
    })
  })
}

test('a reload goes on with the connection, and a refusal is an ordinary response', async ({
  ownParleyPage: page,
}) => {
  await newWebSocket(page, '/ticker?intervalMs=50')
  await button(page, 'Connect').click()
  await expect(messages(page).nth(2)).toBeVisible()
  await page.reload()
  await expect(button(page, 'Disconnect')).toBeVisible()
  await expect(messages(page).nth(4)).toBeVisible()
  await expect(messages(page).first()).toContainText('"inStock"')
  await button(page, 'Disconnect').click()
  await expect(responsePane(page).getByText('disconnected: 1000 Normal Closure')).toBeVisible()
  await page.reload()
  await expect(responsePane(page).getByText('disconnected: 1000 Normal Closure')).toBeVisible()
  await expect(messages(page).nth(4)).toBeVisible()

  await newWebSocket(page, '/books')
  await button(page, 'Connect').click()
  await expect(responsePane(page).getByText('There is no WebSocket at this address.')).toBeVisible()
  await expect(responsePane(page).getByRole('tab', { name: 'Body' })).toBeVisible()
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWebSocketServer } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { arrowTo, tabTo, watchPointer } from './support/by-keyboard.ts'
import { demoAddress, responsePane, savedTabs, typeUrl, urlField } from './support/page-parts.ts'
import { button } from './support/rooms/websocket.ts'
import { runParleyIn } from './support/running-parley.ts'
import { searchOrRun, serverStopped } from './support/sentences.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

const messages = (page: Page) =>
  page.getByRole('listbox', { name: 'Messages', exact: true }).getByRole('option')

const editor = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const section = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })
const chooseFormat = async (page: Page, format: string) => {
  await button(page, 'Message format').click()
  await page.getByRole('menuitem', { name: format, exact: true }).click()
}

const chooseAction = async (page: Page, name: string) => {
  await button(page, 'Saved messages').click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function newWebSocket(page: Page, path: string): Promise<void> {
  const address = (await demoAddress(page)).replace('http', 'ws')
  await button(page, 'New request').click()
  await page.getByRole('menuitem', { name: 'WebSocket' }).click()
  await typeUrl(page, `${address}${path}`)
}

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
  await expect(messages(page)).toHaveCount(3)
  await expect(responsePane(page).getByText('Connected', { exact: true })).toBeVisible()
  await expect(messages(page).last()).toContainText('Connected to ws://')
  await page.keyboard.type(' second')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(messages(page)).toHaveCount(5)
  await expect(messages(page).first()).toContainText('first second')
  await expectAccessibleInThemes(page)
  await responsePane(page).getByText('Sent', { exact: true }).click()
  await expect(messages(page)).toHaveCount(2)
  await expect(responsePane(page).getByText('2 of 4', { exact: true })).toBeVisible()
  await messages(page).first().click()
  await expect(page.getByRole('region', { name: 'Message' })).toContainText('first second')
  await button(page, 'Send message again').click()
  // What one sends is shown, though the list was paused.
  await expect(responsePane(page).getByText('3 of 6', { exact: true })).toBeVisible()
  await expect(messages(page)).toHaveCount(3)
  await responsePane(page).getByText('All', { exact: true }).click()

  await chooseAction(page, 'New message')
  await expect(editor(page)).toHaveText('')
  await editor(page).click()
  await page.keyboard.insertText('[1')
  await expect(page.getByText('Sent as typed: not valid JSON at line 1, column 3.')).toBeVisible()
  await chooseFormat(page, 'Binary (Base64)')
  await page.setInputFiles('input[type=file]', {
    name: 'two.bin',
    mimeType: '',
    buffer: Buffer.from([0, 1]),
  })
  await expect(editor(page)).toHaveText('AAE=')
  await chooseFormat(page, 'Binary (hex)')
  await expect(editor(page)).toHaveText('00 01')
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('x')
  await expect(page.getByText('Not sent: not valid hex at line 1, column 6.')).toBeVisible()
  await page.keyboard.press('Backspace')
  await chooseFormat(page, 'Binary (Base64)')
  await expect(editor(page)).toHaveText('AAE=')
  await chooseAction(page, 'Move up')
  await expect(button(page, 'Saved messages')).toHaveAccessibleDescription('AAE=')
  await chooseAction(page, 'Delete message')
  await expect(editor(page)).toHaveText('first second')

  await button(page, 'Save message').click()
  await expect(page.getByRole('textbox', { name: 'Message title' })).toBeFocused()
  await page.keyboard.type('Greeting')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Saved messages')).toBeFocused()
  await expect(button(page, 'Saved messages')).toHaveAccessibleDescription('Greeting')
  await chooseAction(page, 'Send on connect')
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(responsePane(page).getByText('1000 Normal Closure', { exact: true })).toBeVisible()
  await expect(button(page, 'Connect')).toBeEnabled()
  await section(page, 'Settings').click()
  await page.getByRole('textbox', { name: 'Subprotocols' }).fill('chat, chat.v2')
  await expectAccessibleInThemes(page)
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
  await expect(button(page, 'Saved messages')).toHaveAccessibleDescription('Greeting')
  await button(page, 'Connect').click()
  await expect(messages(page)).toHaveCount(3)
  await messages(page).last().click()
  const handshake = page.getByRole('region', { name: 'Message' })
  await expect(handshake).toContainText('Sec-WebSocket-Protocol: chat, chat.v2')
  await expect(handshake).toContainText('HTTP/1.1 101 Switching Protocols')
  await button(page, 'Disconnect').click()
  await expect(button(page, 'Connect')).toBeEnabled()
})

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
  await expect(responsePane(page).getByText('1000 Normal Closure', { exact: true })).toBeVisible()
  await page.reload()
  await expect(responsePane(page).getByText('1000 Normal Closure', { exact: true })).toBeVisible()
  await expect(messages(page).nth(4)).toBeVisible()

  await newWebSocket(page, '/books')
  await button(page, 'Connect').click()
  await expect(responsePane(page).getByText('There is no WebSocket at this address.')).toBeVisible()
  await expect(responsePane(page).getByRole('tab', { name: 'Body' })).toBeVisible()
})

test('a message that waits for a connection is not sent over a later one', async ({
  ownParleyPage: page,
}) => {
  await newWebSocket(page, '/books')
  await chooseFormat(page, 'Text')
  await editor(page).click()
  await page.keyboard.type('unwanted')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(responsePane(page).getByText('There is no WebSocket at this address.')).toBeVisible()
  await typeUrl(page, `${(await demoAddress(page)).replace('http', 'ws')}/echo`)
  await button(page, 'Connect').click()
  await expect(button(page, 'Send message')).toBeEnabled()
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('wanted')
  await button(page, 'Send message').click()
  await expect(messages(page).filter({ hasText: 'wanted' })).toHaveCount(2)
  await expect(messages(page).filter({ hasText: 'unwanted' })).toHaveCount(0)
})

test('a connection is made again, says when, and can be stopped in between', async ({
  ownParleyPage: page,
}) => {
  let connections = 0
  const server = await startWebSocketServer({
    onConnection(socket) {
      connections += 1
      socket.close(1012)
    },
  })
  await newWebSocket(page, '/echo')
  await typeUrl(page, server.url)
  await section(page, 'Settings').click()
  await page.getByRole('switch', { name: 'Reconnect', exact: true }).press('Space')
  await expect(page.getByRole('switch', { name: 'Reconnect after every close' })).not.toBeChecked()
  await button(page, 'Connect').click()
  await expect(responsePane(page).getByText('Connecting again', { exact: true })).toBeVisible()
  await expect(responsePane(page).getByText(/^in \d+ s$/)).toBeVisible()
  await expect(messages(page).filter({ hasText: ', connection 2' })).toBeVisible()
  await expect(messages(page).filter({ hasText: '1012 Service Restart' }).nth(1)).toBeVisible()
  await button(page, 'Stop').click()
  await expect(button(page, 'Connect')).toBeEnabled()
  await expect(responsePane(page).getByText('Disconnected', { exact: true })).toBeVisible()
  const stopped = connections
  // The messages of two connections are compared.
  await messages(page)
    .filter({ hasText: /Connected to \S+$/ })
    .click()
  await button(page, 'Compare message').click()
  await expect(page.getByText('Open another message and compare it, too.')).toBeVisible()
  await messages(page).filter({ hasText: ', connection 2' }).click()
  await button(page, 'Compare message').click()
  const dialog = page.getByRole('dialog', { name: 'Compare messages' })
  await expect(dialog).toContainText('connection 2')
  await page.keyboard.press('Escape')
  expect(connections).toBe(stopped)
  await server.close()
})

test('after a kill the page says that the messages are gone, and keeps what was typed', async ({ page }) => {
  const server = await startWebSocketServer({
    onConnection(socket) {
      const timer = setInterval(() => socket.send('tick'), 5)
      socket.on('close', () => clearInterval(timer))
    },
  })
  const environment = { PARLEY_HOME: await mkdtemp(join(tmpdir(), 'parley-websocket-')) }
  const first = await runParleyIn(environment)
  await page.goto(first.address)
  await newWebSocket(page, '/echo')
  await typeUrl(page, server.url)
  await chooseFormat(page, 'Text')
  await button(page, 'Connect').click()
  await expect(messages(page).nth(3)).toBeVisible()
  await editor(page).click()
  const areSaved = savedTabs(page, 'a draft that is kept')
  await page.keyboard.type('a draft that is kept')
  await areSaved
  await page.goto('about:blank')
  await first.kill()
  const second = await runParleyIn(environment)
  await page.goto(second.address)
  await expect(editor(page)).toHaveText('a draft that is kept')
  await expect(responsePane(page).getByText(/^The messages of the last connection are gone/)).toBeVisible()
  await button(page, 'Retry').click()
  await expect(messages(page).nth(3)).toBeVisible()
  // A page that is open reports it at once.
  await second.kill()
  await expect(page.getByText(serverStopped)).toBeVisible()
  const third = await runParleyIn(environment, '--port', new URL(second.origin).port)
  await expect(responsePane(page).getByText(/^Parley was restarted, and its sends ended\./)).toBeVisible()
  await expect(editor(page)).toHaveText('a draft that is kept')
  await third.stop()
  await server.close()
  await rm(environment.PARLEY_HOME, { recursive: true, force: true })
})

test('a WebSocket is used by keyboard alone', async ({ ownParleyPage: page }) => {
  const pointerUses = await watchPointer(page)
  const address = (await demoAddress(page)).replace('http', 'ws')
  await tabTo(page, button(page, 'New request'))
  await page.keyboard.press('Enter')
  const kind = page.getByRole('menuitem', { name: 'WebSocket' })
  await arrowTo(page, kind, 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(urlField(page)).toBeFocused()
  await page.keyboard.insertText(`${address}/echo`)
  await tabTo(page, editor(page))
  await page.keyboard.type('"by keyboard"')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(messages(page)).toHaveCount(3)
  // Out of the editor, in which Tab indents, and on to the list.
  await page.keyboard.press('Escape')
  const list = page.getByRole('listbox', { name: 'Messages', exact: true })
  await tabTo(page, list)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Message' })).toContainText('"by keyboard"')
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(button(page, 'Connect')).toBeEnabled()
  // What system colours replace stays visible.
  await page.emulateMedia({ forcedColors: 'active' })
  await expectAccessible(page)
  await page.emulateMedia({ forcedColors: null })
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: searchOrRun })
  await palette.getByRole('combobox').pressSequentially('Message echo')
  await expect(palette.getByRole('option').first()).toContainText('Message echo')
  await page.keyboard.press('Enter')
  await expect(urlField(page)).toHaveText('{{baseUrl}}/echo')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(messages(page).first()).toContainText('"hello"')
  expect(await pointerUses(), 'uses of a pointer').toBe(0)
})

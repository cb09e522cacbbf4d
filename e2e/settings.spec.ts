import { newWindow } from './support/browser-windows.ts'
import {
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  typeUrl,
  urlField,
} from './support/page-parts.ts'
import { openSettings } from './support/rooms/settings.ts'
import { runParley } from './support/running-parley.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

// The tests of every screen look at them as well.
test('every page of Settings is accessible @nightly', async ({ ownParleyPage: page }) => {
  for (const name of ['General', 'Appearance', 'Editor', 'Keyboard', 'About']) {
    const dialog = await openSettings(page, name)
    await expect(dialog.getByRole('heading', { name, exact: true })).toBeVisible()
    await expectAccessibleInThemes(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Settings', exact: true })).toBeFocused()
  }
})

test('a number out of bounds becomes the nearest within them', async ({ ownParleyPage: page }) => {
  const dialog = await openSettings(page, 'General')
  const field = dialog.getByRole('textbox', { name: 'Maximum redirects' })
  await field.fill('1000')
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('100')
})

test('a number stays as it is typed while another window changes a setting', async ({
  openServer,
  ownParley,
}) => {
  const [page, other] = [await openServer(ownParley), await openServer(ownParley)]
  const dialog = await openSettings(page, 'General')
  const field = dialog.getByRole('textbox', { name: 'Maximum redirects' })
  await field.fill('7')
  const inOther = await openSettings(other, 'General')
  await inOther.locator('label', { has: other.getByRole('switch', { name: 'Follow redirects' }) }).click()
  await expect(dialog.getByRole('switch', { name: 'Follow redirects' })).not.toBeChecked()
  await expect(field).toHaveValue('7')
})

test('the look changes at once, survives a reload and reaches other windows', async ({
  ownParleyPage: page,
  context,
}) => {
  const other = await newWindow(context)
  await other.goto(page.url())
  const token = await page.evaluate(() => sessionStorage.getItem('parley-token'))
  await other.goto(`${new URL(page.url()).origin}/#token=${token}`)
  await expect(urlField(other)).toBeVisible()
  const dialog = await openSettings(page, 'Appearance')
  await dialog.getByRole('radio', { name: 'Dark' }).click()
  await dialog.getByRole('radio', { name: 'Compact' }).click()
  await dialog.getByRole('radio', { name: '15' }).click()
  await dialog.getByRole('radio', { name: 'Beside' }).click()
  for (const shown of [page, other]) {
    await expect(shown.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(shown.locator('body')).toHaveCSS('font-size', '15px')
    await expect(shown.getByRole('treeitem').first()).toHaveCSS('height', '24px')
  }
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const request = await page.getByRole('tablist', { name: 'Request', exact: true }).boundingBox()
  const response = await responsePane(page).boundingBox()
  expect(response?.x).toBeGreaterThan(request?.x ?? 0)
})

test('Auto-format JSON on send formats a body and does not change its numbers', async ({
  ownParleyPage: page,
}) => {
  const dialog = await openSettings(page, 'Editor')
  await dialog
    .locator('label', { has: page.getByRole('switch', { name: 'Auto-format JSON on send' }) })
    .click()
  await page.keyboard.press('Escape')
  await openRequest(page, 'Echo')
  await page.getByRole('tab', { name: 'Body', exact: true }).first().click()
  const body = page.getByRole('textbox', { name: 'Request body' })
  await body.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{"n":1.10}')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(responsePane(page)).toContainText('{\\n  \\"n\\": 1.10\\n}')
  await expect(body).toHaveText('{"n":1.10}')
})

test('a shortcut is changed, taken over from another command, and reset', async ({ ownParleyPage: page }) => {
  const dialog = await openSettings(page, 'Keyboard')
  await dialog.getByRole('button', { name: 'Change shortcut for Toggle sidebar' }).click()
  const capture = dialog.getByRole('textbox', { name: 'New shortcut for Toggle sidebar' })
  await expect(capture).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Change shortcut for Toggle sidebar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(capture).toBeFocused()
  await page.keyboard.press('k')
  await expect(dialog.getByRole('alert')).toContainText('Hold Ctrl or Alt as well.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('alert')).toContainText('Ctrl + Enter is Send, which cannot be changed.')
  await page.keyboard.press('Control+Shift+L')
  await expect(dialog.getByRole('alert')).toContainText(
    'Ctrl + Shift + L is used by Toggle layout. Press Enter to reassign it.',
  )
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem', { name: 'Toggle sidebar: Ctrl + Shift + L' })).toBeVisible()
  await expect(dialog.getByRole('listitem', { name: 'Toggle layout: Not set' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Change shortcut for Toggle sidebar' })).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Change shortcut for Send' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' })
  await page.keyboard.press('Control+b')
  await expect(sidebar).toBeVisible()
  await page.keyboard.press('Control+Shift+L')
  await expect(sidebar).toHaveCount(0)
  await openSettings(page, 'Keyboard')
  await dialog.getByRole('button', { name: 'Reset all' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+b')
  await expect(sidebar).toBeVisible()
})

test('Esc closes the dialog while a tooltip is shown', async ({ parleyPage: page }) => {
  const dialog = await openSettings(page, 'Keyboard')
  await dialog.getByRole('button', { name: 'Change shortcut for Toggle sidebar' }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('Esc closes the dialog right after the focused element was removed', async ({ ownParleyPage: page }) => {
  const dialog = await openSettings(page, 'Keyboard')
  await dialog.getByRole('button', { name: 'Change shortcut for Toggle sidebar' }).focus()
  // The focus returns to the dialog with the next frame, which does not come.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
    document.activeElement?.closest('li')?.replaceChildren()
  })
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('settings that cannot be saved say so, and Retry saves them', async ({ page }) => {
  const parley = await runParley()
  await page.goto(parley.address)
  await expect(urlField(page)).toBeVisible()
  await page.route('**/rpc/settings/write', route => route.abort())
  const dialog = await openSettings(page, 'Appearance')
  await dialog.getByRole('radio', { name: 'Dark' }).click()
  const failure = dialog.getByRole('alert')
  await expect(failure).toBeVisible()
  await page.unroute('**/rpc/settings/write')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(failure).toHaveCount(0)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await parley.stop()
})

test('a request has its own version of HTTP, timeout and redirects, and inherits the rest', async ({
  parleyPage: page,
}) => {
  const sections = page.getByRole('tablist', { name: 'Request', exact: true })
  await sections.getByRole('tab', { name: 'Settings' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Settings' })
  await expectAccessible(page)
  await expect(panel.getByRole('textbox', { name: 'Request timeout' })).toHaveAttribute(
    'placeholder',
    'Inherit',
  )
  await panel.getByRole('radio', { name: 'HTTP/2' }).click()
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('Over HTTP/2 the demo API answers gRPC calls only.')
  await panel.getByRole('radio', { name: 'HTTP/1.1' }).click()
  await panel.getByRole('radio', { name: 'Off' }).click()
  await typeUrl(page, '{{baseUrl}}/redirect/1')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('302')
  await panel.getByRole('textbox', { name: 'Request timeout' }).fill('200')
  await typeUrl(page, '{{baseUrl}}/delay/5000')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('did not respond completely within')
  await sections.getByRole('tab', { name: 'Headers' }).click()
  await responsePane(page).getByRole('button', { name: 'Open settings of the request' }).click()
  await panel.getByRole('textbox', { name: 'Request timeout' }).fill('')
  await panel.getByRole('radiogroup', { name: 'Follow redirects' }).getByText('Inherit').click()
  await panel.getByRole('radiogroup', { name: 'HTTP version' }).getByText('Inherit').click()
  await expect(sections.getByRole('tab', { name: 'Settings' })).not.toHaveAttribute('aria-description')
})

test('the default response view opens first, in tabs that are open already', async ({
  ownParleyPage: page,
}) => {
  const dialog = await openSettings(page, 'Editor')
  await dialog.getByRole('radio', { name: 'Raw' }).click()
  await page.keyboard.press('Escape')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(responsePane(page).getByRole('radio', { name: 'Raw' })).toBeChecked()
})

test('a number that is typed is kept when Esc closes the dialog', async ({ ownParleyPage: page }) => {
  const dialog = await openSettings(page, 'General')
  await dialog.getByRole('textbox', { name: 'Request timeout' }).fill('1500')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await openSettings(page, 'General')
  await expect(dialog.getByRole('textbox', { name: 'Request timeout' })).toHaveValue('1500')
})

import {
  newRequest,
  openRequest,
  responseStatus,
  sendButton,
  typeUrl,
  urlField,
} from './support/page-parts.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('closing a tab with unsaved changes asks first', async ({ parleyPage: page }) => {
  await typeUrl(page, 'http://changed.test/')
  const tab = page.getByRole('tab', { name: 'List books' })
  await expect(tab).toHaveAttribute('aria-description', 'Unsaved changes')
  await tab.click({ button: 'middle' })
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('List books')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(urlField(page)).toHaveText('http://changed.test/')
  await tab.click({ button: 'middle' })
  await dialog.getByRole('button', { name: "Don't save" }).click()
  await expect(tab).toHaveCount(0)
})

test('closing a tab moves the focus to the newly active one', async ({ parleyPage: page }) => {
  await openRequest(page, 'Echo')
  await page.getByRole('tab', { name: 'Echo' }).focus()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('tab', { name: 'List books' })).toBeFocused()
})

test('Tab moves Key, Value, next Key, and the last empty row leaves the table', async ({
  parleyPage: page,
}) => {
  const params = page.getByRole('grid', { name: 'Params' })
  await params.getByRole('textbox', { name: 'Key' }).first().focus()
  const focused: string[] = []
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('Tab')
    focused.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
  }
  expect(focused).toEqual(['Value', 'Key', 'Value', 'Key'])
  await page.keyboard.press('Tab')
  await expect(params.locator(':focus')).toHaveCount(0)
})

test('several pasted lines become rows, and Remove deletes one', async ({ parleyPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('tab', { name: 'Headers', exact: true }).first().click()
  const headers = page.getByRole('grid', { name: 'Headers' })
  await page.evaluate(() => navigator.clipboard.writeText('Accept: text/html\nX-One: 1\nX-Two: 2'))
  await headers.getByRole('textbox', { name: 'Key' }).last().focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(headers.getByRole('checkbox', { name: /^Send (Accept|X-)/ })).toHaveCount(3)
  await headers
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: 'Send X-One' }) })
    .hover()
  await headers
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: 'Send X-One' }) })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(headers.getByRole('checkbox', { name: /^Send (Accept|X-)/ })).toHaveCount(2)
})

test('Alt+T opens a new request, and Alt+W closes it', async ({ parleyPage: page }) => {
  await page.keyboard.press('Alt+t')
  const tabs = page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab')
  await expect(tabs).toHaveCount(2)
  await expect(urlField(page)).toBeFocused()
  await page.keyboard.press('Alt+w')
  await expect(tabs).toHaveCount(1)
})

test('the layout and the sidebar follow their buttons and are remembered', async ({
  ownParleyPage: page,
}) => {
  await page.getByRole('button', { name: 'Toggle layout' }).click()
  const request = await page.getByRole('tablist', { name: 'Request', exact: true }).boundingBox()
  const response = await page.getByRole('region', { name: 'Response', exact: true }).boundingBox()
  expect(response?.x ?? 0).toBeGreaterThan(request?.x ?? 0)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect(page.getByRole('navigation', { name: 'Sidebar' })).toBeHidden()
  await page.reload()
  await expect(urlField(page)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Sidebar' })).toBeHidden()
})

test('hostile names and texts stay text', async ({ parleyPage: page }) => {
  await newRequest(page, 'http://127.0.0.1:9/<img src=x onerror=alert(1)>')
  await sendButton(page).click()
  await expect(
    page.getByRole('region', { name: 'Response', exact: true }).getByText('Request failed'),
  ).toBeVisible()
  await expect(page.locator('img')).toHaveCount(0)
})

test('a new request does not take the focus from a field chosen meanwhile, in a page that is slow', async ({
  parleyPage: page,
}) => {
  await page.evaluate(() => {
    const { requestAnimationFrame } = window
    const held: FrameRequestCallback[] = []
    window.requestAnimationFrame = callback => held.push(callback)
    window.addEventListener('frames-go-on', () => {
      window.requestAnimationFrame = requestAnimationFrame
      for (const callback of held) requestAnimationFrame(callback)
    })
  })
  await page.keyboard.press('Alt+t')
  await expect(page.getByRole('tab', { name: 'Untitled request' })).toBeVisible()
  const filter = page.getByRole('textbox', { name: 'Filter collections' })
  await filter.click()
  await page.evaluate(async () => {
    window.dispatchEvent(new Event('frames-go-on'))
    for (let frame = 0; frame < 12; frame += 1) await new Promise(requestAnimationFrame)
  })
  await expect(filter).toBeFocused()
  await page.keyboard.press('Alt+t')
  await expect(urlField(page)).toBeFocused()
})

test('a request opens once, and tabs keep their own drafts and responses', async ({ parleyPage: page }) => {
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await openRequest(page, 'Not found')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('404 Not Found')
  await openRequest(page, 'List books')
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab')).toHaveCount(2)
})

import type { Page } from '@playwright/test'
import { demoAddress, newRequest, responsePane, responseStatus, urlField } from './support/page-parts.ts'
import { connect, events, newStream, stop, testReconnections } from './support/rooms/event-stream-requests.ts'
import { expect, expectAccessibleInThemes, test } from './support/test.ts'

const activeTab = (page: Page) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { selected: true })
const section = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })

testReconnections({ reloads: true })

test('a request for an event stream is connected, stopped, saved and opened again', async ({
  ownParleyPage: page,
}) => {
  await newStream(page, `${await demoAddress(page)}/events?count=0&intervalMs=40`)
  await expect(activeTab(page).locator('[data-method=SSE]')).toBeVisible()
  await connect(page).click()
  await expect(events(page).nth(2)).toBeVisible()
  await expect(stop(page)).toBeVisible()
  await expectAccessibleInThemes(page)
  await stop(page).click()
  await expect(responsePane(page).getByText('stopped', { exact: true })).toBeVisible()
  await expect(connect(page)).toBeEnabled()
  await section(page, 'Settings').click()
  await page.getByRole('switch', { name: 'Reconnect' }).press('Space')
  await page.getByRole('textbox', { name: 'Last-Event-ID' }).fill('41')
  await page.getByRole('textbox', { name: 'Events in a run' }).fill('5')
  const condition = page.getByRole('textbox', { name: 'Condition in a run' })
  await condition.fill('$.inStock = 90')
  await expect(page.getByText('Not a condition at character')).toBeVisible()
  await condition.fill('$.inStock == 90')
  await expect(page.getByText('Not a condition at character')).toBeHidden()
  await expectAccessibleInThemes(page)
  await section(page, 'Script').click()
  await page.getByRole('radio', { name: 'Post Response' }).click()
  await expect(page.getByText('Does not run for event streams')).toBeVisible()

  await page.keyboard.press('ControlOrMeta+s')
  const dialog = page.getByRole('dialog', { name: 'Save request' })
  await dialog.getByRole('textbox', { name: 'Request name' }).fill('Stock')
  await dialog.getByRole('row', { name: 'Bookshop API' }).click()
  await dialog.getByRole('button', { name: 'Save here' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('treeitem', { name: 'Stock', exact: true })
  await expect(row.locator('[data-method=SSE]')).toBeVisible()
  await page.keyboard.press('Alt+w')
  await row.dblclick()
  await expect(urlField(page)).toContainText('/events?count=0')
  await section(page, 'Settings').click()
  await expect(page.getByRole('switch', { name: 'Reconnect' })).not.toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Last-Event-ID' })).toHaveValue('41')
  await expect(page.getByRole('textbox', { name: 'Events in a run' })).toHaveValue('5')
  await expect(condition).toHaveValue('$.inStock == 90')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(events(page).last()).toContainText('"inStock":58')
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(responsePane(page).getByText('stopped', { exact: true })).toBeVisible()
})

test('an answer that is no event stream is shown as one of HTTP', async ({ parleyPage: page }) => {
  await newStream(page, `${await demoAddress(page)}/books`)
  await connect(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(responsePane(page)).toContainText('This is not an event stream.')
  await expect(responsePane(page)).toContainText('The Left Hand of Darkness')
  await newRequest(page, `${await demoAddress(page)}/books`)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(responsePane(page)).not.toContainText('This is not an event stream.')
})

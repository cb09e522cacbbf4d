import type { Page } from '@playwright/test'
import {
  newRequest,
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  urlField,
} from './support/page-parts.ts'
import { expect, test } from './support/test.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })

test('tabs are changed and reopened by keys, and the window is named after the tab', async ({
  ownParleyPage: page,
}) => {
  await newRequest(page, 'http://never-saved.test/v1/books?limit=5')
  await expect(tab(page, '/v1/books')).toHaveAttribute(
    'title',
    /http:\/\/never-saved\.test\/v1\/books\?limit=5$/,
  )
  await openRequest(page, 'Echo')
  await expect(page).toHaveTitle('Echo · Bookshop API · Parley')
  await page.keyboard.press('Alt+PageUp')
  await expect(tab(page, '/v1/books')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Alt+PageDown')
  await expect(tab(page, 'Echo')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Alt+PageUp')
  await page.keyboard.press('Alt+w')
  await page.getByRole('alertdialog').getByRole('button', { name: "Don't save" }).click()
  await expect(tab(page, '/v1/books')).toHaveCount(0)
  await page.keyboard.press('Alt+Shift+t')
  await expect(tab(page, '/v1/books')).toHaveAttribute('aria-selected', 'true')
  await expect(urlField(page)).toHaveText('http://never-saved.test/v1/books?limit=5')
  await expect(page).toHaveTitle('/v1/books · Parley')
})

test('Save does nothing without changes, and says when it has saved', async ({ ownParleyPage: page }) => {
  await openRequest(page, 'Echo')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await urlField(page).click()
  await page.keyboard.press('End')
  await page.keyboard.insertText('?more=1')
  await expect(save).toHaveAttribute('aria-disabled', 'false')
  const box = await save.boundingBox()
  const spoken = page.getByRole('status').filter({ hasText: /^Saved$/ })
  await save.press('Enter')
  await expect(spoken).toBeAttached()
  expect(await save.boundingBox()).toEqual(box)
  await expect(spoken).toHaveCount(0)
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(save).toBeFocused()
})

test('Ctrl+F searches the response from wherever the focus is', async ({ ownParleyPage: page }) => {
  await openRequest(page, 'Echo')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  const find = responsePane(page).getByRole('textbox', { name: 'Find', exact: true })
  await responsePane(page)
    .getByRole('tab', { name: /^Headers/ })
    .click()
  await urlField(page).click()
  await page.keyboard.press('Control+f')
  await expect(find).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(find).toHaveCount(0)
  await page.getByRole('tree', { name: 'Collections' }).focus()
  await page.keyboard.press('Control+f')
  await expect(find).toBeFocused()
})

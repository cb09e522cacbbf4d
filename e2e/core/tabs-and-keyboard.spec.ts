import { openRequest, responseStatus, sendButton } from '../support/page-parts.ts'
import { expect, test } from '../support/test.ts'

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

test('a request is found, changed and sent with the keyboard alone', async ({ parleyPage: page }) => {
  await page.getByRole('textbox', { name: 'Filter collections' }).focus()
  await page.keyboard.type('get a')
  const tree = page.getByRole('tree', { name: 'Collections' })
  await expect(tree.getByRole('treeitem', { name: 'Not found' })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Get a book' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
})

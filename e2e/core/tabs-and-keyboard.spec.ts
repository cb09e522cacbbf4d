import { responseStatus } from '../support/page-parts.ts'
import { expect, test } from '../support/test.ts'

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

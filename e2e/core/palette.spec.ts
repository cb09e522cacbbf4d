import { option, search } from '../support/rooms/palette.ts'
import { expect, test } from '../support/test.ts'

test('a command whose whole name is typed comes before requests that contain it', async ({
  ownParleyPage: page,
}) => {
  await page.getByRole('treeitem', { name: 'Get a book', exact: true }).click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Import settings of books')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('treeitem', { name: 'Import settings of books' })).toBeVisible()
  await search(page, 'import')
  await expect(option(page, 'Import')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type(' settings')
  await expect(option(page, 'Import settings of books')).toHaveAttribute('aria-selected', 'true')
})

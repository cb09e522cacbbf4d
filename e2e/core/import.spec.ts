import { openRequest, urlField } from '../support/page-parts.ts'
import { button, dialog, openImport, postman, report } from '../support/rooms/import.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('a file is read, shown, and imported when the user confirms', async ({ ownParleyPage: page }) => {
  await openImport(page)
  await expect(dialog(page).getByRole('radio', { name: 'Files', exact: true })).toBeFocused()
  await expectAccessible(page)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(page, 'Select files').click(),
  ])
  await chooser.setFiles({ name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from(postman) })
  await expect(report(page)).toContainText('shop.jsonPostman1 collection, 1 request')
  await expect(report(page)).toContainText('Read me: The authorization edgegrid is not supported')
  await expect(report(page)).toContainText('Post Response, line 1: require')
  await expect(dialog(page).getByRole('status')).toHaveText('Nothing is written yet')
  await expect(page.getByRole('treeitem', { name: 'Read me' })).toHaveCount(0)
  await expectAccessible(page)
  await expect(button(page, 'Import')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status')).toHaveText('Imported')
  await expect(report(page)).toContainText('What Parley cannot represent is listed in')
  await expect(button(page, 'Done')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('tree', { name: 'Collections' })).toBeFocused()
  const imported = page.getByRole('treeitem', { name: /^Shop / })
  await expect(imported).toHaveAttribute('data-active', 'true')
  await expect(imported).toBeInViewport()
  await openRequest(page, 'Read me')
  await expect(urlField(page)).toHaveText('http://a.test/read')
})

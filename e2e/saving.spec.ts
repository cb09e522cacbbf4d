import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  demoAddress,
  newRequest,
  openRequest,
  responseStatus,
  sendButton,
  typeUrl,
  urlField,
} from './support/page-parts.ts'
import { tab } from './support/rooms/saving.ts'
import { keepDisk } from './support/sentences.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

test('a new request is saved where the user chooses', async ({ ownParleyPage: page }) => {
  await newRequest(page, `${await demoAddress(page)}/books?limit=2`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save request' })
  await expect(dialog.getByRole('textbox', { name: 'Request name' })).toHaveValue('/v1/books')
  await expect(dialog.getByRole('textbox', { name: 'Request name' })).toBeFocused()
  await expectAccessibleInThemes(page)
  await dialog.getByRole('textbox', { name: 'Request name' }).fill('Two books')
  await dialog.getByRole('button', { name: 'New collection' }).click()
  await page.keyboard.type('Mine')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('row', { name: 'Mine' })).toHaveAttribute('aria-selected', 'true')
  await dialog.getByRole('button', { name: 'New folder' }).click()
  await page.keyboard.type('Reading')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('row', { name: 'Reading' })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('textbox', { name: 'Request name' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Search collections and folders' }).fill('nothing')
  await expect(dialog).toContainText('Nothing matches “nothing”')
  await expect(dialog.getByRole('button', { name: 'Save here' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Search collections and folders' }).fill('read')
  await dialog.getByRole('button', { name: 'New folder' }).click()
  await page.keyboard.type('Later')
  // A folder name that was typed without Enter is not lost: the request is saved into the new folder.
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('treeitem', { name: 'Later' })).toBeVisible()
  await expect(tab(page, 'Two books')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  await expect(page.getByRole('treeitem', { name: 'Two books' })).toHaveAttribute('aria-level', '4')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await page.reload()
  await openRequest(page, 'Two books')
  await expect(urlField(page)).toContainText('/books?limit=2')
})

test('a file that was changed on disk asks which version to keep', async ({
  ownParley: parley,
  ownParleyPage: page,
}) => {
  const file = join(parley.home, 'workspaces', 'bookshop', 'Bookshop API', 'Books', 'Get a book.yml')
  await openRequest(page, 'Get a book')
  await typeUrl(page, '{{baseUrl}}/books/1')
  writeFileSync(file, readFileSync(file, 'utf8').replace('/books/1204', '/books/2'))
  const dialog = page.getByRole('alertdialog', { name: 'Get a book was changed on disk' })
  await expect(dialog).toContainText('/books/2')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Decide later' }).click()
  await expect(urlField(page)).toHaveText('{{baseUrl}}/books/1')
  expect(readFileSync(file, 'utf8')).toContain('/books/2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(tab(page, 'Get a book')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/books\/1['"]?\n/)
  await typeUrl(page, '{{baseUrl}}/books/4')
  writeFileSync(file, readFileSync(file, 'utf8').replace('/books/1', '/books/3'))
  await dialog.getByRole('button', { name: keepDisk }).click()
  await expect(urlField(page)).toHaveText('{{baseUrl}}/books/3')
  writeFileSync(file, readFileSync(file, 'utf8').replace('/books/3', '/books/5'))
  await expect(urlField(page)).toHaveText('{{baseUrl}}/books/5')
  await expect(tab(page, 'Get a book')).not.toHaveAttribute('aria-description', 'Unsaved changes')
})

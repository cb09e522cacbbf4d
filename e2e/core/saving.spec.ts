import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRequest, typeUrl, urlField } from '../support/page-parts.ts'
import { tab } from '../support/rooms/saving.ts'
import { expect, test } from '../support/test.ts'

test('Ctrl+S saves a request in place, and a reload shows it', async ({ ownParleyPage: page }) => {
  await openRequest(page, 'Get a book')
  await typeUrl(page, '{{baseUrl}}/books/1219')
  await expect(tab(page, 'Get a book')).toHaveAttribute('aria-description', 'Unsaved changes')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(tab(page, 'Get a book')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  await page.reload()
  await openRequest(page, 'Get a book')
  await expect(urlField(page)).toHaveText('{{baseUrl}}/books/1219')
})

test('a file that cannot be written leaves the tab unsaved, and says why', async ({
  ownParley: parley,
  ownParleyPage: page,
}) => {
  const file = join(parley.home, 'workspaces', 'bookshop', 'Bookshop API', 'Books', 'Get a book.yml')
  await openRequest(page, 'Get a book')
  await typeUrl(page, '{{baseUrl}}/books/1')
  writeFileSync(file, '<<<<<<< HEAD\n')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved' })).toBeVisible()
  await expect(tab(page, 'Get a book')).toHaveAttribute('aria-description', 'Unsaved changes')
  expect(readFileSync(file, 'utf8')).toBe('<<<<<<< HEAD\n')
  await expect(page.getByRole('treeitem', { name: 'Get a book' })).toContainText('Damaged')
})

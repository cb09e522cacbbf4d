import { openRequest, responseStatus, sendButton } from './support/page-parts.ts'
import { dialog, format, saved, testFormats } from './support/rooms/export.ts'
import { expect, test } from './support/test.ts'

testFormats({
  'Postman v2.1': '.postman_collection.json',
  'OpenAPI 3.1': '.openapi.json',
  cURL: '.sh',
})

test('the history is saved as an HTTP archive, and a collection from its own menu', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Echo')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200')
  await page.getByRole('treeitem', { name: 'Bookshop API' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await format(page, 'History as HAR').click()
  await expect.poll(async () => JSON.parse((await saved(page)).text).log.entries.length).toBe(1)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  await page.getByRole('treeitem', { name: 'Books', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Collection' })).toHaveAttribute(
    'aria-description',
    'Bookshop API / Books',
  )
  await format(page, 'Postman v2.1').click()
  const books = await saved(page)
  expect(books.name).toBe('Books.postman_collection.json')
  expect(JSON.parse(books.text).info.name).toBe('Books')
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('tab', { name: 'Data and backups' }).click()
  await page.getByRole('button', { name: 'Export everything' }).click()
  await expect(format(page, 'Everything as ZIP')).toHaveAttribute('aria-selected', 'true')
  expect((await saved(page)).name).toBe('parley.zip')
})

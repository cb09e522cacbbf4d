import { newRequest, openRequest, typeUrl } from '../support/page-parts.ts'
import { names } from '../support/rooms/tab-strip.ts'
import { expect, test } from '../support/test.ts'

test('closing all asks for each tab with changes, and Cancel keeps the others open', async ({
  parleyPage: page,
}) => {
  await typeUrl(page, 'http://first.test/')
  await openRequest(page, 'Echo')
  await newRequest(page, 'http://second.test/')
  await page.getByRole('button', { name: 'All tabs' }).click()
  await page.getByRole('button', { name: 'Close all' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('List books')
  await dialog.getByRole('button', { name: "Don't save" }).click()
  await expect(dialog).toContainText('second.test')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await names(page)).toEqual(['second.test'])
  await expect(page.locator(':focus')).not.toHaveCount(0)
})

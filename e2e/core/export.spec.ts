import { dialog, format, saved } from '../support/rooms/export.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('a collection is saved in each format', async ({ parleyPage: page }) => {
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Collection' })).toHaveAttribute(
    'aria-description',
    'Bookshop API',
  )
  await expect(format(page, 'OpenCollection')).toBeFocused()
  await expectAccessible(page)
  const yaml = await saved(page)
  expect(yaml.name).toBe('Bookshop API.opencollection.yml')
  expect(yaml.text).toContain('name: Add a book')
  await expect(dialog(page).getByRole('status')).toContainText('Bookshop API.opencollection.yml, ')
  await page.keyboard.press('Shift+Tab')
  for (const [name, ending] of [
    ['Postman v2.1', '.postman_collection.json'],
    ['OpenAPI 3.1', '.openapi.json'],
    ['cURL', '.sh'],
  ] as const) {
    await format(page, name).click()
    expect((await saved(page)).name).toBe(`Bookshop API${ending}`)
  }
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openRequest, responseStatus, sendButton } from './support/page-parts.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export', exact: true })
const format = (page: Page, name: string) =>
  dialog(page).getByRole('listbox', { name: 'Format' }).getByRole('option', { name })

async function saved(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

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

  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('tab', { name: 'Data and backups' }).click()
  await page.getByRole('button', { name: 'Export everything' }).click()
  await expect(format(page, 'Everything as ZIP')).toHaveAttribute('aria-selected', 'true')
  expect((await saved(page)).name).toBe('parley.zip')
})

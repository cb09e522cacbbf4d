import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../test.ts'

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export', exact: true })
export const format = (page: Page, name: string) =>
  dialog(page).getByRole('listbox', { name: 'Format' }).getByRole('option', { name })

export async function saved(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

/** Tests that a collection is saved as OpenCollection, and then in other formats, by their endings. */
export function testFormats(others: Readonly<Record<string, string>>): void {
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
    for (const [name, ending] of Object.entries(others)) {
      await format(page, name).click()
      expect((await saved(page)).name).toBe(`Bookshop API${ending}`)
    }
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })
}

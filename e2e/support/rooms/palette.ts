import type { Page } from '@playwright/test'
import { searchOrRun } from '../sentences.ts'
import { expect } from '../test.ts'

export const palette = (page: Page) => page.getByRole('dialog', { name: searchOrRun })
export const field = (page: Page) => palette(page).getByRole('combobox', { name: searchOrRun })
export const option = (page: Page, name: string) => palette(page).getByRole('option', { name, exact: true })

/** Opens the palette by its shortcut and types a text. */
export async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(text)
}

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

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

import type { Page } from '@playwright/test'
import { expect } from '../test.ts'

export const row = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export const options = (page: Page) =>
  page.getByRole('listbox', { name: 'Requests of the run' }).getByRole('option')

export async function openRun(page: Page, name: string): Promise<void> {
  await row(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Run', exact: true }).click()
  await expect(button(page, 'Run')).toBeEnabled()
}

import type { Page } from '@playwright/test'
import { expect } from '../test.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const editor = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
export const messages = (page: Page) =>
  page.getByRole('listbox', { name: 'Messages', exact: true }).getByRole('option')

export async function chooseMethod(page: Page, method: string): Promise<void> {
  await button(page, 'Method').click()
  const dialog = page.getByRole('dialog', { name: 'Method' })
  await dialog.getByRole('textbox', { name: 'Search methods' }).fill(method)
  await dialog.getByRole('option', { name: method }).first().click()
  await expect(dialog).toBeHidden()
}

export async function replaceMessage(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

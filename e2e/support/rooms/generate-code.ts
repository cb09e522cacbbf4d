import type { Page } from '@playwright/test'

export const opener = (page: Page) => page.getByRole('button', { name: 'Generate Code' })
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Generate Code' })
export const code = (page: Page) => dialog(page).getByRole('textbox', { name: 'Code' })
export const language = (page: Page, name: string) =>
  dialog(page).getByRole('listbox', { name: 'Language' }).getByRole('option', { name })
export const option = (page: Page, name: string) => dialog(page).getByRole('switch', { name })

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

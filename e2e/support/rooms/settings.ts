import type { Page } from '@playwright/test'

export async function openSettings(page: Page, name: string) {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name, exact: true }).click()
  return dialog
}

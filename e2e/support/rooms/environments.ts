import type { Locator, Page } from '@playwright/test'
import { expect } from '../test.ts'

export const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })
export const picker = (page: Page) => page.getByRole('button', { name: /^Environment: / })
export const grid = (page: Page) => page.getByRole('grid', { name: 'Variables' })
export const row = (page: Page, index: number): Locator =>
  grid(page)
    .getByRole('row')
    .nth(index + 1)
export const cell = (page: Page, index: number, name: string) =>
  row(page, index).getByRole('textbox', { name, exact: true })
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

export async function showEnvironments(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Environments', exact: true }).click()
}

export async function makeEnvironment(page: Page, name: string): Promise<void> {
  await showEnvironments(page)
  await page.getByRole('button', { name: 'New environment' }).click()
  await expect(grid(page)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true }).first()).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Rename ${name}` })).toBeFocused()
}

export async function isSaved(page: Page, name: string): Promise<void> {
  await expect(tab(page, name)).not.toHaveAttribute('aria-description', 'Unsaved changes')
}

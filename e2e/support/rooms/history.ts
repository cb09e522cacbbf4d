import type { Page } from '@playwright/test'
import { responseStatus, sendButton, typeUrl } from '../page-parts.ts'
import { expect } from '../test.ts'

export const strip = (page: Page) => page.getByRole('tablist', { name: 'Open requests' })

export async function send(page: Page, url: string, status: string): Promise<void> {
  await typeUrl(page, url)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText(status)
}

export const panel = (page: Page) => page.getByRole('tabpanel', { name: 'History' })
export const entries = (page: Page) =>
  panel(page).getByRole('listbox', { name: 'History' }).getByRole('option')
export const openPanel = (page: Page) =>
  page.getByRole('navigation', { name: 'Sidebar' }).getByRole('tab', { name: 'History' }).click()

import type { Page } from '@playwright/test'
import { typeUrl } from '../page-parts.ts'

export const events = (page: Page) =>
  page.getByRole('listbox', { name: 'Events', exact: true }).getByRole('option')
export const connect = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true })
export const stop = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })

export async function newStream(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'New request', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Server-Sent Events' }).click()
  await typeUrl(page, url)
}

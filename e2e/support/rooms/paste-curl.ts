import type { Page } from '@playwright/test'
import { urlField } from '../page-parts.ts'

/** Pastes into the URL field like a user, replacing its content. */
export async function pasteIntoUrl(page: Page, text: string): Promise<void> {
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
  await urlField(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
}

export const method = (page: Page) => page.getByRole('button', { name: 'Method' })
export const section = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })
export const cells = (page: Page, grid: string, name: 'Key' | 'Value') =>
  page.getByRole('grid', { name: grid }).getByRole('textbox', { name })
export const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

export const command = `curl 'http://a.test/books?author=Le%20Guin&limit=20' \\
  -X PUT -H 'Accept: text/plain' -b 'region=eu' -u ann:secret \\
  --json '{"title": "Lavinia"}'`

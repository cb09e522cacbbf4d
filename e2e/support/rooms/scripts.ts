import type { Locator, Page } from '@playwright/test'
import { expect } from '../test.ts'

export const section = (page: Page, name: string): Locator =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })
export const script = (page: Page, part: string): Locator =>
  page.getByRole('textbox', { name: `${part} script` })

/** Replaces one of the request's scripts. */
export async function typeScript(
  page: Page,
  part: 'Pre Request' | 'Post Response',
  code: string,
): Promise<void> {
  await section(page, 'Script').click()
  await page.getByRole('radio', { name: part, exact: true }).click()
  await script(page, part).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(code)
  await expect(script(page, part)).toContainText(code.split('\n').at(-1) ?? '')
}

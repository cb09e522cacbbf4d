import type { Page } from '@playwright/test'
import { demoAddress, newRequest, responsePane, responseStatus, sendButton } from '../page-parts.ts'
import { expect, test } from '../test.ts'

export const body = (page: Page) =>
  responsePane(page).getByRole('textbox', { name: 'Response body', exact: true })
export const view = (page: Page, name: string) =>
  responsePane(page).getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name, exact: true })

export async function answered(page: Page, path: string): Promise<void> {
  await newRequest(page, `${await demoAddress(page)}${path}`)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
}

/** Tests that a body of many lines is scrolled, and its cursor moved by pages. */
export function testScrolling({ bytes, pages }: { readonly bytes: number; readonly pages: number }): void {
  test('a large body is scrolled from its first to its last line', async ({ parleyPage: page }) => {
    await answered(page, `/large?bytes=${bytes}`)
    await view(page, 'Pretty').click()
    await expect(body(page)).toContainText('"title": "Book 1000000000"')
    await body(page).click()
    // The key goes to the last line that is known, and more of them may still be counted.
    await expect(async () => {
      await page.keyboard.press('ControlOrMeta+End')
      await expect(body(page).locator('.cm-line').last()).toHaveText(']', { timeout: 2000 })
    }).toPass()
    await page.keyboard.press('ControlOrMeta+Home')
    await expect(body(page).locator('.cm-line').first()).toHaveText('[')
    await body(page).hover()
    await page.mouse.wheel(0, 40_000)
    await expect(body(page)).toContainText('Book 1000000200')
    for (let press = 0; press < pages; press += 1) await page.keyboard.press('PageDown')
    await expect(body(page).locator('.cm-activeLine')).toBeVisible()
  })
}

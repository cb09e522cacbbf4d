import type { Page } from '@playwright/test'
import { responsePane } from '../support/page-parts.ts'
import { answered, body, view } from '../support/rooms/response-body.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

async function chooseFormat(page: Page, name: string): Promise<void> {
  await responsePane(page).getByRole('button', { name: 'Format', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('Pretty formats a body and Raw shows it unchanged, in any format', async ({ parleyPage: page }) => {
  await answered(page, '/feed')
  await expect(responsePane(page).getByRole('button', { name: 'Format' })).toHaveAccessibleDescription('XML')
  await expect(body(page)).toContainText('<title>Bookshop</title>')
  await view(page, 'Raw').click()
  await expect(view(page, 'Raw')).toBeChecked()
  await chooseFormat(page, 'JSON')
  await view(page, 'Pretty').click()
  await expect(responsePane(page)).toContainText('could not be formatted as JSON')
  await chooseFormat(page, 'Auto')
  await expect(responsePane(page)).not.toContainText('could not be formatted')
  await expectAccessible(page)
})

test('a large body is scrolled from its first to its last line', async ({ parleyPage: page }) => {
  await answered(page, '/large?bytes=8000000')
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
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('PageDown')
  await expect(body(page).locator('.cm-activeLine')).toBeVisible()
})

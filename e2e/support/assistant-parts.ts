import type { ModelServer } from '@parley/testkit'
import { expect, type Page } from '@playwright/test'

/** Returns the panel of the assistant. */
export const assistantPanel = (page: Page) => page.getByRole('complementary', { name: 'Assistant' })

/** Sets the assistant up in the settings that are open, and closes them. */
export async function setUpAssistant(page: Page, model: ModelServer): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await expect(dialog.getByRole('heading', { name: 'AI assistant' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${model.url}/v1`)
  await dialog.getByRole('textbox', { name: 'Model' }).fill('small-model')
  await dialog.locator('label', { has: page.getByRole('switch', { name: 'Enable assistant' }) }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

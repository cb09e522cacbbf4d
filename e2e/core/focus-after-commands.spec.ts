import { openRequest, urlField } from '../support/page-parts.ts'
import { activeTab, pressAndType } from '../support/rooms/focus-after-commands.ts'
import { expect, test } from '../support/test.ts'

test('keys that are typed before a dialog is loaded arrive in their order', async ({ parleyPage: page }) => {
  await openRequest(page, 'Echo')
  await urlField(page).click()
  await pressAndType(page, 'search', 'add a bxok')
  for (const key of ['Backspace', 'Backspace', 'Backspace', 'o', 'o', 'k', 'Enter'])
    await page.keyboard.press(key)
  await expect(activeTab(page)).toHaveAttribute('aria-label', 'Add a book')
})

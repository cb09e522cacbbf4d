import { responsePane, responseStatus, sendButton, typeUrl } from '../support/page-parts.ts'
import { openSettings } from '../support/rooms/settings.ts'
import { expect, test } from '../support/test.ts'

test('timeouts and redirects apply to the next send', async ({ ownParleyPage: page }) => {
  const dialog = await openSettings(page, 'General')
  await dialog.getByRole('textbox', { name: 'Request timeout' }).fill('300')
  await page.keyboard.press('Tab')
  await dialog.locator('label', { has: page.getByRole('switch', { name: 'Follow redirects' }) }).click()
  await expect(dialog.getByRole('switch', { name: 'Follow redirects' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await typeUrl(page, '{{baseUrl}}/delay/5000')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('did not respond completely within')
  await typeUrl(page, '{{baseUrl}}/redirect/1')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('302')
})

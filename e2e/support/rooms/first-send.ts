import { responsePane, responseStatus, sendButton } from '../page-parts.ts'
import { expect, expectAccessible, test } from '../test.ts'

/** Tests the first click on Send. */
export function testFirstSend(): void {
  test('one click on Send shows a real answer', async ({ parleyPage: page }) => {
    await expectAccessible(page)
    await sendButton(page).click()
    await expect(responseStatus(page)).toContainText('200 OK')
    await expect(responsePane(page)).toContainText('"title": "The Left Hand of Darkness"')
    await expect(responsePane(page)).toContainText(/\d+ ms/)
    await expect(responsePane(page)).toContainText(/\d+(\.\d+)? (B|KB)/)
    await expectAccessible(page)
    await page.getByRole('tablist', { name: 'Response' }).getByRole('tab', { name: 'Headers' }).click()
    await expect(responsePane(page)).toContainText('Content-Type')
    await expectAccessible(page)
  })
}

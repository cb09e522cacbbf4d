import { responsePane, responseStatus, sendButton } from '../support/page-parts.ts'
import { script, section, typeScript } from '../support/rooms/scripts.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('a pre-request script that throws sends nothing, and says so', async ({ parleyPage: page }) => {
  await typeScript(page, 'Pre Request', 'const a = 1;\nthrow new Error("no\\nway")')
  await page.keyboard.press('ControlOrMeta+Enter')
  const toast = page.getByRole('alert').filter({ hasText: 'Request not sent' })
  await expect(toast).toContainText('no')
  await expect(toast).not.toContainText('way')
  await expect(toast).toContainText('The Pre Request script failed. Nothing was sent.')
  await expect(responsePane(page)).toContainText('Request not sent')
  await expect(responsePane(page)).toContainText('way')
  await expect(page.locator('.cm-errorLine')).toContainText('throw new Error')
  await expectAccessible(page)
  await sendButton(page).click()
  await expect(page.locator('.cm-errorLine')).toHaveCount(1)
  await expect(toast).toHaveCount(1)
  await section(page, 'Params').click()
  await responsePane(page).getByRole('button', { name: 'Go to line 2' }).click()
  await expect(script(page, 'Pre Request')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText("tool.test('before', () => {})")
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(toast).toHaveCount(0)
  await expect(page.locator('.cm-errorLine')).toHaveCount(0)
})

import { demoAddress, newRequest, responsePane, responseStatus, sendButton } from './support/page-parts.ts'
import { section, typeScript } from './support/rooms/scripts.ts'
import { noTestResults } from './support/sentences.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('a script that does not compile marks Test Results, and its badge says so', async ({
  parleyPage: page,
}) => {
  await newRequest(page, `${await demoAddress(page)}/books`)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  const tab = responsePane(page).getByRole('tab', { name: 'Test Results' })
  const results = responsePane(page).getByRole('tabpanel', { name: 'Test Results' })
  await typeScript(page, 'Post Response', 'tool.test("a", () => {')
  await tab.click()
  await expect(responsePane(page)).toContainText(noTestResults)
  await sendButton(page).click()
  await expect(tab).toHaveAttribute('aria-description', 'Script error')
  await expect(tab).toContainText('!')
  await expect(section(page, 'Script')).toHaveAttribute('aria-description', 'Has content, Script error')
  await expect(results.getByText('Script error', { exact: true })).toBeVisible()
  await expect(responsePane(page)).not.toContainText('All passed')
  await typeScript(page, 'Post Response', 'tool.test("a", () => {}); nope()')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('1 / 1 passed')
  await expect(results.getByText('Script error', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('an error before the send stands in the pane of its request alone', async ({ parleyPage: page }) => {
  await newRequest(page, `${await demoAddress(page)}/books?of=nobody`)
  await typeScript(page, 'Pre Request', 'throw new Error("no token")')
  await sendButton(page).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Request not sent' })
  await expect(toast).toContainText('/books: The Pre Request script failed.')
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('button')).toHaveText([''])
  await expect(responsePane(page).getByRole('heading', { name: 'Request not sent' })).toBeVisible()
  await expect(responsePane(page)).toContainText('no token')
  await newRequest(page, `${await demoAddress(page)}/books/1204`)
  await expect(toast).toHaveCount(0)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await page
    .getByRole('tab', { name: /\/books$/ })
    .first()
    .click()
  await section(page, 'Params').click()
  await responsePane(page).getByRole('button', { name: 'Go to line 1' }).click()
  await expect(page.locator('.cm-errorLine')).toContainText('no token')
  await expectAccessible(page)
})

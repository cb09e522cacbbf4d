import { responsePane, sendButton } from '../support/page-parts.ts'
import { chooseTab } from '../support/rooms/response-tabs.ts'
import { expect, test } from '../support/test.ts'

test('headers are counted and copied', async ({ parleyPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await sendButton(page).click()
  await chooseTab(page, 'Headers')
  await expect(responsePane(page)).toContainText(/\d+ headers, \d+ B/)
  await responsePane(page).getByRole('button', { name: 'Copy headers' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('Content-Type: application/json')
  await responsePane(page).getByRole('button', { name: 'Copy Content-Type' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^application\/json/)
})

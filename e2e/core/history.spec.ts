import { newRequest, urlField } from '../support/page-parts.ts'
import { entries, openPanel, send, strip } from '../support/rooms/history.ts'
import { expect, test } from '../support/test.ts'

test('an entry fills a tab that is empty', async ({ ownParleyPage: page }) => {
  await send(page, '{{baseUrl}}/books/1204', '200 OK')
  await newRequest(page, '')
  const count = await strip(page).getByRole('tab').count()
  await openPanel(page)
  await entries(page).first().click()
  await expect(urlField(page)).toHaveText('{{baseUrl}}/books/1204')
  await expect(strip(page).getByRole('tab')).toHaveCount(count)
})

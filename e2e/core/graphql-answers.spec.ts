import { openRequest, responsePane, responseStatus, sendButton } from '../support/page-parts.ts'
import { errorList } from '../support/rooms/graphql-answers.ts'
import { expect, test } from '../support/test.ts'

test('the sample has a GraphQL request that is answered at once', async ({ parleyPage: page }) => {
  await openRequest(page, 'Books by GraphQL')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200')
  await expect(responsePane(page)).toContainText('The Left Hand of Darkness')
  await expect(errorList(page)).toHaveCount(0)
})

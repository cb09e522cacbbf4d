import { openRequest, responsePane, responseStatus } from '../support/page-parts.ts'
import { button, chooseMethod, messages, replaceMessage } from '../support/rooms/grpc.ts'
import { expect, test } from '../support/test.ts'

test('the sample has a request that is answered at once, and describes its service', async ({
  parleyPage: page,
}) => {
  await openRequest(page, 'A book by gRPC')
  await button(page, 'Invoke').click()
  await expect(responseStatus(page)).toContainText('0 OK')
  await expect(responsePane(page)).toContainText('"1204"')
  await chooseMethod(page, 'bookshop.Books/Reserve')
  await replaceMessage(page, '{"id": 1204, "quantity": 2}')
  // The only message of a file is sent at the start.
  await button(page, 'Start').click()
  await expect(messages(page).first()).toContainText('"left":38')
  await button(page, 'Send message').click()
  await expect(messages(page).first()).toContainText('"left":36')
  await button(page, 'End').click()
  await expect(responseStatus(page)).toContainText('0 OK')
})

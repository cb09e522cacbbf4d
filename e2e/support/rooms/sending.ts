import { responsePane, sendButton, typeUrl } from '../page-parts.ts'
import { expect, test } from '../test.ts'

/** Tests that Parley does not send to itself, whatever its host is called. */
export function testOwnAddress(hosts: readonly string[]): void {
  test('Parley’s own address is refused', async ({ parleyPage: page, parley }) => {
    for (const host of hosts) {
      await typeUrl(page, `http://${host}:${new URL(parley.origin).port}/`)
      await sendButton(page).click()
      await expect(responsePane(page)).toContainText('Parley’s own address')
      await expect(responsePane(page)).toContainText(host)
    }
  })
}

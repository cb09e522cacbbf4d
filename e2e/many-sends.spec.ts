import type { Page } from '@playwright/test'
import { responsePane, responseStatus, sendButton, typeUrl } from './support/page-parts.ts'
import { awaiting, nothingSent } from './support/sentences.ts'
import { serveLater } from './support/serve-bytes.ts'
import { expect, test } from './support/test.ts'

/** A browser opens six connections to one address; sends, Cancel and other calls must not wait for one. */
test('ten slow sends in each of two windows leave room for Cancel and for another send', async ({
  openWindow,
}) => {
  const [first, second] = [await openWindow(), await openWindow()]
  const server = await serveLater()
  for (const page of [first, second]) await startSlowSends(page, server.url, 10)
  await responsePane(first).getByRole('button', { name: 'Cancel' }).click()
  await expect(responsePane(first).getByText(nothingSent)).toBeVisible()
  await expect(responsePane(second).getByText(awaiting)).toBeVisible()
  await second.getByRole('tab', { name: 'List books' }).click()
  await sendButton(second).click()
  await expect(responseStatus(second)).toContainText('200 OK')
  server.close()
})

async function startSlowSends(page: Page, url: string, count: number): Promise<void> {
  for (let started = 0; started < count; started += 1) {
    await page.keyboard.press('Alt+t')
    await typeUrl(page, url)
    await page.keyboard.press('Enter')
    await expect(responsePane(page).getByText(awaiting)).toBeVisible()
  }
}

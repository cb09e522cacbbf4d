import type { Page } from '@playwright/test'
import { openRequest, responseStatus, sendButton } from '../page-parts.ts'
import { expect } from '../test.ts'

export async function sendFailing(page: Page): Promise<void> {
  await openRequest(page, 'Not found')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('404')
}

import type { Page } from '@playwright/test'
import { demoAddress, newRequest, responsePane, responseStatus, sendButton } from '../page-parts.ts'
import { expect } from '../test.ts'

export const body = (page: Page) =>
  responsePane(page).getByRole('textbox', { name: 'Response body', exact: true })
export const view = (page: Page, name: string) =>
  responsePane(page).getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name, exact: true })

export async function answered(page: Page, path: string): Promise<void> {
  await newRequest(page, `${await demoAddress(page)}${path}`)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
}

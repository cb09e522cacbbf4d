import type { Sink } from '@parley/testkit'
import type { Locator, Page } from '@playwright/test'
import { responseStatus, sendButton } from './page-parts.ts'
import { expect } from './test.ts'

export const authorizationTab = (page: Page): Locator =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name: 'Authorization' })

/** Returns a visible field of the form, masked or not. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('main').getByLabel(label, { exact: true })

/** Opens the Authorization tab and selects a type. */
export async function chooseType(page: Page, type: string): Promise<void> {
  await authorizationTab(page).click()
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  await page.getByRole('menuitem', { name: type, exact: true }).click()
}

/** Selects a value in a picker of the form. */
export async function choose(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('menuitem', { name: value, exact: true }).click()
}

/** Sends to a sink, and resolves to the request that arrives. */
export async function sentTo(
  sink: Sink,
  page: Page,
): Promise<{ readonly url: string; readonly fields: string }> {
  const before = sink.requests.length
  await sendButton(page).click()
  await expect.poll(() => sink.requests.length).toBe(before + 1)
  const request = sink.requests.at(-1)
  const lines = (request?.headers ?? []).map(({ name, value }) => `${name}: ${value}`)
  await expect(responseStatus(page)).toContainText('200 OK')
  return { url: request?.url ?? '', fields: lines.join('\n') }
}

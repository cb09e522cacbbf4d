import { expect, type Locator, type Page } from '@playwright/test'

export const urlField = (page: Page): Locator => page.getByRole('textbox', { name: 'URL', exact: true })
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send', exact: true })
export const responsePane = (page: Page): Locator =>
  page.getByRole('region', { name: 'Response', exact: true })
export const responseStatus = (page: Page): Locator => responsePane(page).getByRole('status').first()

/** Opens a request of the sample. */
export async function openRequest(page: Page, name: string): Promise<void> {
  await page.getByRole('treeitem', { name, exact: true }).dblclick()
  await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
}

/** Opens a new tab with its own URL. */
export async function newRequest(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'New request', exact: true }).click()
  await page.getByRole('menuitem', { name: 'HTTP' }).click()
  await typeUrl(page, url)
  // URLs that were used before would be suggested over the tabs below.
  await page.keyboard.press('Escape')
}

/** Replaces the content of the URL field, like a user typing. */
export async function typeUrl(page: Page, url: string): Promise<void> {
  await urlField(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(url)
}

/** Returns the address of the demo API from the status bar. */
export async function demoAddress(page: Page): Promise<string> {
  const text = await page.getByText(/^Demo API at http/).textContent()
  return (text ?? '').replace('Demo API at ', '')
}

/** Resolves when the server has stored a typed text, a number of times in all tabs together. */
export const savedTabs = (page: Page, text: string, times = 1) =>
  page.waitForResponse(
    response =>
      response.url().endsWith('/rpc/tabs/save') &&
      (response.request().postData() ?? '').split(text).length > times,
  )

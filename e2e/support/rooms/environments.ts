import type { Locator, Page } from '@playwright/test'
import { openRequest, responsePane, responseStatus, sendButton, urlField } from '../page-parts.ts'
import { expect, test } from '../test.ts'

/** The value of a secret, which must be stored and shown nowhere else. */
export const canary = 'canary-8e21b4'

export const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })
export const picker = (page: Page) => page.getByRole('button', { name: /^Environment: / })
export const grid = (page: Page) => page.getByRole('grid', { name: 'Variables' })
export const row = (page: Page, index: number): Locator =>
  grid(page)
    .getByRole('row')
    .nth(index + 1)
export const cell = (page: Page, index: number, name: string) =>
  row(page, index).getByRole('textbox', { name, exact: true })
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

export async function showEnvironments(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Environments', exact: true }).click()
}

export async function makeEnvironment(page: Page, name: string): Promise<void> {
  await showEnvironments(page)
  await page.getByRole('button', { name: 'New environment' }).click()
  await expect(grid(page)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true }).first()).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Rename ${name}` })).toBeVisible()
  await expect(cell(page, 0, 'Name')).toBeFocused()
}

export async function isSaved(page: Page, name: string): Promise<void> {
  await expect(tab(page, name)).not.toHaveAttribute('aria-description', 'Unsaved changes')
}

/** Tests that a send uses the value of the environment that the picker chose: each one in its turn. */
export function testPicker(environments: Readonly<Record<string, string>>): void {
  test('the active environment is what a send uses, and the picker changes it by keyboard', async ({
    ownParleyPage: page,
  }) => {
    for (const [name, value] of Object.entries(environments)) {
      await makeEnvironment(page, name)
      await cell(page, 0, 'Name').fill('book')
      await cell(page, 0, 'Value').fill(value)
      await save(page)
      await isSaved(page, name)
    }
    await page.getByRole('tab', { name: 'Collections', exact: true }).click()
    await openRequest(page, 'Get a book')
    await urlField(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('{{baseUrl}}/books/{{book}}')
    const chooseNone = async () => {
      await picker(page).click()
      await page.getByRole('option', { name: 'No environment' }).click()
      await expect(picker(page)).toHaveAccessibleName('Environment: No environment')
      await expect(urlField(page).locator('.cm-variable-unknown')).toHaveText('{{book}}')
    }
    // The first one that was created is active.
    await chooseNone()
    for (const [name, value] of Object.entries(environments)) {
      await picker(page).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('listbox', { name: 'Environments' })).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(picker(page)).toHaveAccessibleName(`Environment: ${name}`)
      await expect(urlField(page).locator('.cm-variable-unknown')).toHaveCount(0)
      await sendButton(page).click()
      await expect(responseStatus(page)).toContainText('200 OK')
      await expect(responsePane(page)).toContainText(value)
    }
    await chooseNone()
  })
}

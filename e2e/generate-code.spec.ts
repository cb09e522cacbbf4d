import type { Page } from '@playwright/test'
import { demoAddress, newRequest, openRequest, typeUrl, urlField } from './support/page-parts.ts'
import { clipboard, code, dialog, language, opener, option } from './support/rooms/generate-code.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

const toggle = (page: Page, name: string) =>
  dialog(page)
    .locator('label', { has: page.getByRole('switch', { name }) })
    .click()

test('every language shows its code in colours', async ({ parleyPage: page }) => {
  await openRequest(page, 'Add a book')
  await opener(page).click()
  for (const choice of await dialog(page).getByRole('option').all()) {
    await choice.click()
    await expect(code(page)).toContainText('The Word for World Is Forest')
    await expect(code(page).locator('.cm-line span[class]').first()).toBeVisible()
  }
})

test('options belong to the language and are remembered for it', async ({ parleyPage: page }) => {
  await newRequest(page, 'http://a.test/it')
  await opener(page).click()
  await toggle(page, 'Short flags')
  await expect(code(page)).toContainText('-L')
  await toggle(page, 'Multiline')
  await expect(code(page)).toHaveText('curl http://a.test/it -L')
  await dialog(page).getByRole('button', { name: 'Quote style' }).click()
  await page.getByRole('menuitem', { name: 'Double' }).click()
  await dialog(page).getByRole('textbox', { name: 'Timeout (ms)' }).fill('1500')
  await page.keyboard.press('Tab')
  await expect(code(page)).toHaveText('curl http://a.test/it -L -m 1.5')
  await language(page, 'Go net/http').click()
  await expect(option(page, 'Short flags')).toHaveCount(0)
  await expect(code(page)).toContainText('http.NewRequest')
  await page.keyboard.press('Escape')
  await opener(page).click()
  await expect(language(page, 'Go net/http')).toBeFocused()
  await language(page, 'cURL Shell').click()
  await expect(code(page)).toHaveText('curl http://a.test/it -L -m 1.5')
  await expect(dialog(page).getByRole('button', { name: 'Quote style' })).toHaveAttribute(
    'aria-description',
    'Double',
  )
})

test('switches leave out authorization and keep variables', async ({ parleyPage: page }) => {
  await openRequest(page, 'Echo')
  await typeUrl(page, '')
  await page.evaluate(text => navigator.clipboard.writeText(text), "curl -u ann:pa55 '{{baseUrl}}/{{gone}}'")
  await page.keyboard.press('ControlOrMeta+v')
  await expect(urlField(page)).toHaveText('{{baseUrl}}/{{gone}}')
  await opener(page).click()
  await expect(code(page)).toContainText(`${await demoAddress(page)}/{{gone}}`)
  await expect(code(page)).toContainText('ann:pa55')
  await expect(dialog(page).getByText('No value known for: {{gone}}')).toBeVisible()
  await toggle(page, 'Include auth')
  await expect(code(page)).not.toContainText('pa55')
  await toggle(page, 'Fill in variables')
  await expect(code(page)).toContainText('{{baseUrl}}/{{gone}}')
  await expect(dialog(page).getByText('No value known')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Copy' }).click()
  expect(await clipboard(page)).toContain("'{{baseUrl}}/{{gone}}'")
})

test('a request that could not be sent shows the reason instead of its code', async ({
  parleyPage: page,
}) => {
  await newRequest(page, 'ftp://a.test/')
  await opener(page).click()
  const refusal = dialog(page).getByRole('alert')
  await expect(refusal).toContainText('UNSUPPORTED_SCHEME')
  await expect(code(page)).toHaveCount(0)
  await expect(dialog(page).getByRole('button', { name: 'Copy' })).toBeDisabled()
  await expectAccessible(page)
})

test('a saved request gives its code from the sidebar, by mouse and by keyboard', async ({
  parleyPage: page,
}) => {
  await openRequest(page, 'Echo')
  await page.getByRole('treeitem', { name: 'Remove a book' }).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Generate Code' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Generate Code' }).click()
  await expect(code(page)).toContainText('DELETE')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tab', { name: 'Echo', exact: true })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tree', { name: 'Collections' }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Generate Code' }).press('Enter')
  await expect(code(page)).toContainText('PATCH')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tree', { name: 'Collections' })).toBeFocused()
})

test('the shortcut opens it, and a narrow window shows an icon with the same name', async ({
  parleyPage: page,
}) => {
  await page.setViewportSize({ width: 1300, height: 800 })
  await expect(opener(page).getByText('Generate Code')).toBeVisible()
  await page.setViewportSize({ width: 1100, height: 800 })
  await expect(opener(page)).toBeVisible()
  await expect(opener(page).getByText('Generate Code')).toBeHidden()
  await urlField(page).click()
  await page.keyboard.press('Alt+g')
  await expect(code(page)).toContainText('curl')
  await page.keyboard.press('Escape')
  await expect(urlField(page)).toBeFocused()
})

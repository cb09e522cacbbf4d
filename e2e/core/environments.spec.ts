import { openRequest, responsePane, responseStatus, sendButton, urlField } from '../support/page-parts.ts'
import { cell, isSaved, makeEnvironment, picker, save } from '../support/rooms/environments.ts'
import { expect, test } from '../support/test.ts'

test('the active environment is what a send uses, and the picker changes it by keyboard', async ({
  ownParleyPage: page,
}) => {
  for (const [name, value] of [
    ['One', '1204'],
    ['Two', '1219'],
  ] as const) {
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
  await expect(urlField(page).locator('.cm-variable-unknown')).toHaveText('{{book}}')
  for (const [key, name, value] of [
    ['ArrowDown', 'One', '1204'],
    ['ArrowDown', 'Two', '1219'],
  ] as const) {
    await picker(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox', { name: 'Environments' })).toBeFocused()
    await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await expect(picker(page)).toHaveAccessibleName(`Environment: ${name}`)
    await expect(urlField(page).locator('.cm-variable-unknown')).toHaveCount(0)
    await sendButton(page).click()
    await expect(responseStatus(page)).toContainText('200 OK')
    await expect(responsePane(page)).toContainText(value)
  }
  await picker(page).click()
  await page.getByRole('option', { name: 'No environment' }).click()
  await expect(picker(page)).toHaveAccessibleName('Environment: No environment')
  await expect(urlField(page).locator('.cm-variable-unknown')).toHaveText('{{book}}')
})

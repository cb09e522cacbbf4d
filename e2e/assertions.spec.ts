import type { Locator, Page } from '@playwright/test'
import { demoAddress, newRequest, responsePane, sendButton } from './support/page-parts.ts'
import { expect, expectAccessibleInThemes, test } from './support/test.ts'

const section = (page: Page, name: string): Locator =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })
const part = (page: Page, name: string): Locator =>
  page.getByRole('radiogroup', { name: 'Script part', exact: true }).getByRole('radio', { name, exact: true })
const rowOf = (page: Page, table: string, index: number): Locator =>
  page
    .getByRole('grid', { name: table })
    .getByRole('row')
    .nth(index + 1)

async function chooseOperator(page: Page, row: Locator, words: string): Promise<void> {
  await row.getByRole('button', { name: 'Operator' }).click()
  await page.getByRole('menuitem', { name: words, exact: true }).click()
}

test('assertions are edited, checked and listed with the tests', async ({ parleyPage: page }) => {
  await newRequest(page, `${await demoAddress(page)}/books/1204`)
  await section(page, 'Script').click()
  await part(page, 'Assertions').click()
  const rows = [
    ['res.status', 'equals', '200'],
    ['res.body.id', 'is less than', '{{lastBookId}}'],
    ['res.body.title', 'is a string', ''],
  ] as const
  for (const [index, [expression, operator, value]] of rows.entries()) {
    const row = rowOf(page, 'Assertions', index)
    await row.getByRole('textbox', { name: 'Expression' }).fill(expression)
    await chooseOperator(page, row, operator)
    if (value !== '') await row.getByRole('textbox', { name: 'Value' }).fill(value)
    else await expect(row.getByRole('textbox', { name: 'Value' })).toHaveCount(0)
  }
  await part(page, 'Set variables').click()
  const variable = rowOf(page, 'Set variables', 0)
  await variable.getByRole('textbox', { name: 'Variable' }).fill('lastBookId')
  await variable.getByRole('textbox', { name: 'Expression' }).fill('res.body.id')
  await expectAccessibleInThemes(page)
  await sendButton(page).click()
  await responsePane(page).getByRole('tab', { name: 'Test Results' }).click()
  await expect(responsePane(page)).toContainText('2 / 3 passed')
  const items = page.getByRole('list', { name: 'Test results' }).getByRole('listitem')
  await expect(items).toHaveText([
    'Passed res.status equals 200Assertion',
    'Failed res.body.id is less than 1204expected 1204 to be below 1204Assertion',
    'Passed res.body.title is a stringAssertion',
  ])
  await part(page, 'Assertions').click()
  await expect(rowOf(page, 'Assertions', 0)).toContainText('passed')
  await expect(rowOf(page, 'Assertions', 1)).toContainText('expected 1204 to be below 1204')
  await expectAccessibleInThemes(page)
})

test('the last results follow each send while the assertions are shown', async ({ parleyPage: page }) => {
  await newRequest(page, `${await demoAddress(page)}/books/1204`)
  await section(page, 'Script').click()
  await part(page, 'Assertions').click()
  const row = rowOf(page, 'Assertions', 0)
  await row.getByRole('textbox', { name: 'Expression' }).fill('res.status')
  await row.getByRole('textbox', { name: 'Value' }).fill('200')
  await sendButton(page).click()
  await expect(row).toContainText('passed')
  await row.getByRole('textbox', { name: 'Value' }).fill('404')
  await sendButton(page).click()
  await expect(row).toContainText('200, expected 404')
})

test('a request without scripts and assertions has no tests; an unticked assertion is none', async ({
  parleyPage: page,
}) => {
  await newRequest(page, `${await demoAddress(page)}/books/1204`)
  await section(page, 'Script').click()
  await part(page, 'Assertions').click()
  const row = rowOf(page, 'Assertions', 0)
  await row.getByRole('textbox', { name: 'Expression' }).fill('res.status')
  await row.getByRole('checkbox', { name: 'Check res.status' }).press('Space')
  await sendButton(page).click()
  await responsePane(page).getByRole('tab', { name: 'Test Results' }).click()
  await expect(responsePane(page)).toContainText('No tests defined')
})

test('a response that is a stream is not checked, and the results say so', async ({ parleyPage: page }) => {
  await newRequest(page, `${await demoAddress(page)}/events?count=1`)
  await section(page, 'Script').click()
  await part(page, 'Assertions').click()
  const row = rowOf(page, 'Assertions', 0)
  await row.getByRole('textbox', { name: 'Expression' }).fill('res.status')
  await row.getByRole('textbox', { name: 'Value' }).fill('200')
  await sendButton(page).click()
  await expect(responsePane(page).getByText('ended by the server', { exact: true })).toBeVisible()
  await responsePane(page).getByRole('tab', { name: 'Test Results' }).click()
  await expect(responsePane(page)).toContainText('The response is a stream, so nothing was tested')
})

test('expressions are suggested from the last response, and no phrase is cut off', async ({
  parleyPage: page,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  await newRequest(page, `${await demoAddress(page)}/books/1204`)
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('200 OK')
  await section(page, 'Script').click()
  const fields = [
    ['Assertions', 'Expression'],
    ['Set variables', 'Expression'],
  ] as const
  for (const [table, field] of fields) {
    await part(page, table).click()
    const row = rowOf(page, table, 0)
    if (table === 'Set variables') await row.getByRole('textbox', { name: 'Variable' }).fill('lastTitle')
    const expression = row.getByRole('textbox', { name: field })
    await expression.click()
    await page.keyboard.type('res.body.ti')
    const suggestion = page.getByRole('option', { name: /res\.body\.title/ })
    await expect(suggestion).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(expression).toHaveValue('res.body.title')
    const phrase = row.getByRole('button', { name: /^(?:Operator|When)/ })
    expect(
      await phrase.evaluate(one =>
        [...one.querySelectorAll('*'), one].every(
          part => part.scrollWidth <= part.clientWidth + 1 || part instanceof SVGElement,
        ),
      ),
    ).toBe(true)
  }
})

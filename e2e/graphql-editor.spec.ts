import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './support/test.ts'

/** Opens a GraphQL request and returns the editor of its query. */
async function openQuery(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New request' }).click()
  await page.getByRole('menuitem', { name: /^GraphQL/ }).click()
  const query = page.getByRole('textbox', { name: 'Query' })
  await query.click()
  return query
}

const marked = (query: Locator) => query.locator('.cm-query-error')

test('a query is checked while it is typed, and {{names}} are no errors', async ({ parleyPage: page }) => {
  const query = await openQuery(page)
  await page.keyboard.insertText('{ books(first: {{count}}) { title } ]')
  await expect(marked(query)).toHaveText(']')
  await marked(query).hover()
  await expect(page.locator('.cm-query-message')).toContainText('Expected')
  await expectAccessible(page)
  await query.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Backspace')
  await page.keyboard.insertText('}')
  await expect(marked(query)).toHaveCount(0)
})

test('Shift+Alt+F prettifies a query, and one undo brings it back', async ({ parleyPage: page }) => {
  const query = await openQuery(page)
  const typed = '{books(first:{{count}}){title}} # all'
  await page.keyboard.insertText(typed)
  await page.keyboard.press('Shift+Alt+F')
  const lines = query.locator('.cm-line')
  await expect(lines).toHaveText(['{', '  books(first: {{count}}) {', '    title', '  }', '} # all'])
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(lines).toHaveText([typed])
})

test('what is selected in the variables stays selected while marks come and go', async ({
  parleyPage: page,
}) => {
  const query = await openQuery(page)
  const variables = page.getByRole('textbox', { name: 'Variables', exact: true })
  const warning = variables.locator('.cm-query-warning').first()
  await query.fill('query Book($id: ID!) { book(id: $id) { title } }')
  await variables.click()
  await page.keyboard.type('[1]')
  await expect(warning).toBeVisible()
  for (let turn = 0; turn < 3; turn += 1) {
    await query.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await expect(warning).toHaveCount(0)
    await query.click()
    await page.keyboard.press('ControlOrMeta+z')
    await variables.click()
    await page.keyboard.press('ControlOrMeta+a')
    await expect(warning).toBeVisible()
    await page.keyboard.type('{}')
    await expect(variables).toHaveText('{}')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('[1]')
    await expect(variables).toHaveText('[1]')
    await expect(warning).toBeVisible()
  }
})

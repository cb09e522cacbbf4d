import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { themesFor } from './support/appearances.ts'
import { openRequest, typeUrl } from './support/page-parts.ts'
import type { OpenParley } from './support/running-parley.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const examples = `examples:
  - name: Twenty books
    request:
      url: '{{baseUrl}}/books?limit=20'
      method: GET
      params:
        - name: limit
          value: '20'
          type: query
    response:
      status: 200
      statusText: OK
      headers:
        - name: Content-Type
          value: application/json
      body:
        type: json
        data: '[]'
  - name: No token
    request:
      url: '{{baseUrl}}/books'
      method: GET
    response:
      status: 401
      statusText: Unauthorized
      body:
        type: json
        data: '{ "error": "unauthorized" }'
`

const fileOf = (parley: OpenParley) =>
  join(parley.home, 'workspaces/bookshop/Bookshop API/Books/Get a book.yml')
const node = (page: Page, name: string): Locator => page.getByRole('treeitem', { name, exact: true })
const openTab = (page: Page, name: string): Locator =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })
const fold = (page: Page): Locator => node(page, 'Get a book').getByRole('button', { name: /examples/ })
const namesIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^ {2}- name: (.*)$/gm)].map(([, name = '']) => name)

/** A request with two examples, which show. */
async function addExamples(page: Page, parley: OpenParley): Promise<string> {
  const file = fileOf(parley)
  appendFileSync(file, examples)
  await fold(page).click()
  await expect(node(page, 'No token')).toBeVisible()
  return file
}

for (const colorScheme of themesFor('examples')) {
  test(`examples are folded at first, listed with their status, and edited in tabs, ${colorScheme}`, async ({
    ownParley,
    ownParleyPage: page,
  }) => {
    await page.emulateMedia({ colorScheme })
    const file = fileOf(ownParley)
    appendFileSync(file, examples)
    await expect(fold(page)).toHaveAttribute('aria-label', 'Show examples')
    await expect(node(page, 'No token')).toHaveCount(0)
    await fold(page).click()
    await expect(node(page, 'Twenty books')).toHaveAttribute('aria-description', 'Example, 200')
    await expect(node(page, 'No token')).toHaveAttribute('aria-description', 'Example, 401')
    await node(page, 'No token').click()
    await expect(openTab(page, 'No token')).toHaveAttribute('aria-selected', 'true')
    await expect(node(page, 'No token')).toHaveAttribute('aria-selected', 'true')
    const status = page.getByRole('textbox', { name: 'Status' })
    await expect(status).toHaveValue('401 Unauthorized')
    await expect(page.getByRole('textbox', { name: 'Response body' })).toContainText('unauthorized')
    await expectAccessible(page)

    await status.fill('403 Forbidden')
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill('{{baseUrl}}/books?author=Le%20Guin')
    await page
      .getByRole('tablist', { name: 'Request', exact: true })
      .getByRole('tab', { name: 'Params' })
      .click()
    await expect(
      page.getByRole('grid', { name: 'Params' }).getByRole('textbox', { name: 'Value' }).first(),
    ).toHaveValue('Le Guin')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(node(page, 'No token')).toHaveAttribute('aria-description', 'Example, 403')
    expect(readFileSync(file, 'utf8')).toContain('status: 403')
    expect(readFileSync(file, 'utf8')).toContain('author=Le%20Guin')
  })
}

test('unsaved changes of an example outlive a reload', async ({ ownParley, ownParleyPage: page }) => {
  await addExamples(page, ownParley)
  await node(page, 'Twenty books').click()
  await page.getByRole('textbox', { name: 'Response body' }).click()
  await page.keyboard.insertText('typed ')
  await expect(openTab(page, 'Twenty books')).toHaveAttribute('aria-description', /Unsaved/)
  await page.waitForResponse(
    response =>
      response.url().endsWith('/rpc/tabs/save') && (response.request().postData() ?? '').includes('typed '),
  )
  await page.reload()
  await expect(openTab(page, 'Twenty books')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Response body' })).toContainText('typed ')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => readFileSync(fileOf(ownParley), 'utf8')).toContain('typed ')
})

test('an example is renamed, duplicated, moved, deleted and restored', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const file = await addExamples(page, ownParley)
  await node(page, 'Twenty books').click()
  await page.getByRole('tree', { name: 'Collections' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => namesIn(file)).toEqual(['No token', 'Twenty books'])
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('All books')
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn(file)).toEqual(['No token', 'All books'])
  await expect(openTab(page, 'All books')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+d')
  await expect.poll(() => namesIn(file)).toEqual(['No token', 'All books', 'All books copy'])
  await node(page, 'No token').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.poll(() => namesIn(file)).toEqual(['All books', 'All books copy'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => namesIn(file)).toEqual(['No token', 'All books', 'All books copy'])
})

test('an example that is saved asks nothing of its request, which is edited at the same time', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const file = await addExamples(page, ownParley)
  await openRequest(page, 'Get a book')
  await typeUrl(page, '{{baseUrl}}/mine')
  await node(page, 'No token').click()
  await page.getByRole('textbox', { name: 'Status' }).fill('404 Not Found')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('status: 404')
  await page.getByRole('button', { name: 'Open request' }).click()
  await expect(page.getByRole('textbox', { name: 'URL', exact: true })).toHaveText('{{baseUrl}}/mine')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('/mine')
  expect(readFileSync(file, 'utf8')).toContain('status: 404')
})

test('an example that was deleted elsewhere stays open, and Save adds it again', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const file = await addExamples(page, ownParley)
  await node(page, 'No token').click()
  await expect(openTab(page, 'No token')).toBeVisible()
  writeFileSync(file, readFileSync(file, 'utf8').split('  - name: No token')[0] ?? '')
  await expect(page.getByText('Deleted from Get a book. Save to keep it.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => namesIn(file)).toEqual(['Twenty books', 'No token'])
  await expect(page.getByText('Deleted from')).toHaveCount(0)
})

test('the palette finds examples', async ({ ownParley, ownParleyPage: page }) => {
  appendFileSync(fileOf(ownParley), examples)
  await expect(fold(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('no token')
  await expect(page.getByRole('option', { name: 'No token' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(openTab(page, 'No token')).toHaveAttribute('aria-selected', 'true')
})

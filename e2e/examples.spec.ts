import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import {
  demoAddress,
  newRequest,
  openRequest,
  responseStatus,
  sendButton,
  typeUrl,
} from './support/page-parts.ts'
import { addExamples, examples, fileOf, fold, node, openTab } from './support/rooms/examples.ts'
import { expect, expectAccessibleInThemes, test } from './support/test.ts'

const namesIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^ {2}- name: (.*)$/gm)].map(([, name = '']) => name)

test('examples are folded at first, listed with their status, and edited in tabs', async ({
  ownParley,
  ownParleyPage: page,
}) => {
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
  await expectAccessibleInThemes(page)

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

test('the body of an example is formatted, copied and stored in another format', async ({
  ownParley,
  ownParleyPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const file = await addExamples(page, ownParley)
  await node(page, 'No token').click()
  const body = page.getByRole('textbox', { name: 'Response body' })
  await page.getByRole('button', { name: 'Format JSON' }).click()
  await expect(body).toHaveText('{  "error": "unauthorized"}')
  await page.getByRole('button', { name: 'Copy response body' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('{\n  "error": "unauthorized"\n}')
  await body.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('no {json')
  await page.getByRole('button', { name: 'Format JSON' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Line 1, column 1: expected a value' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Format', exact: true }).click()
  await page
    .getByRole('menuitemradio', { name: 'Text' })
    .or(page.getByRole('menuitem', { name: 'Text' }))
    .click()
  await expect(page.getByRole('button', { name: 'Format JSON' })).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/type: text\n +data: ['"]?no \{json/)
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
  // The file has the new order before the sidebar does.
  const moved = node(page, 'Twenty books')
  await expect(moved).toHaveAttribute('aria-posinset', '2')
  await expect(moved).toHaveAttribute('data-active', 'true')
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

/** Adds two examples of one name to a request, and unfolds them. */
async function showTwoOfOneName(parley: Parameters<typeof fileOf>[0], page: Page) {
  const file = fileOf(parley)
  appendFileSync(file, examples.replaceAll('No token', 'Twenty books'))
  await fold(page).click()
  const rows = node(page, 'Twenty books')
  await expect(rows).toHaveCount(2)
  return { file, rows }
}

test('keys that follow each other at once act on the same example, also among others of its name', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const { file, rows } = await showTwoOfOneName(ownParley, page)
  await rows.first().click()
  await expect(openTab(page, 'Twenty books')).toBeVisible()
  await page.getByRole('tree', { name: 'Collections' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('F2')
  await page.keyboard.type('All books')
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn(file)).toEqual(['Twenty books', 'All books'])
  expect(readFileSync(file, 'utf8')).toMatch(/All books[\s\S]*status: 200/)
  await expect(node(page, 'All books')).toHaveAttribute('data-active', 'true')
  await page.keyboard.press('Alt+ArrowUp')
  // What is in the place of a row depends on where the page shows the row.
  await expect(page.getByRole('treeitem', { name: /^(All|Twenty) books$/ }).first()).toHaveAccessibleName(
    'All books',
  )
  await page.keyboard.press('Delete')
  await expect.poll(() => namesIn(file)).toEqual(['Twenty books'])
  expect(readFileSync(file, 'utf8')).toContain('status: 401')
  // The row in its place has the focus, not the first one of the tree.
  await expect(node(page, 'Twenty books')).toHaveAttribute('data-active', 'true')
})

test('a command on an example that another program deleted leaves the others alone, and says so', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const { file, rows } = await showTwoOfOneName(ownParley, page)
  // The page learns nothing of it before the command.
  await page.route('**/rpc/library/readTreeChanges', () => {})
  const [head = '', , second = ''] = readFileSync(file, 'utf8').split(/^(?= {2}- name: )/m)
  const left = head + second
  writeFileSync(file, left)
  await rows.first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('This example was deleted or changed by another program.')).toBeVisible()
  expect(readFileSync(file, 'utf8')).toBe(left)
  await page.unroute('**/rpc/library/readTreeChanges')
  await expect(rows).toHaveCount(1)
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
  await page.getByRole('button', { name: 'Open request' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'URL', exact: true })).toHaveText('{{baseUrl}}/mine')
  await expect(openTab(page, 'Get a book')).toBeFocused()
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

const saveDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Save as example' })

async function send(page: Page, name: string): Promise<void> {
  await openRequest(page, name)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('OK')
}

test('a response is saved as an example without secrets, and compared with the next one', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const file = fileOf(ownParley)
  const auth = '  auth:\n    type: bearer\n    token: canary-Ks3-of-a-file\n'
  writeFileSync(file, readFileSync(file, 'utf8').replace('  auth: inherit\n', auth))
  await openRequest(page, 'Get a book')
  await typeUrl(page, '{{baseUrl}}/echo')
  await page.keyboard.press('ControlOrMeta+s')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('OK')
  await page.getByRole('button', { name: 'Save as example' }).click()
  const name = saveDialog(page).getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('200 OK')
  await expectAccessibleInThemes(page)
  await page.keyboard.type('Echo of mine')
  await expect(name).toHaveValue('Echo of mine')
  await page.keyboard.press('Enter')
  await expect(saveDialog(page)).toHaveCount(0)
  await expect.poll(() => namesIn(file)).toContain('Echo of mine')
  const [, saved = ''] = readFileSync(file, 'utf8').split('examples:')
  expect(saved).toContain('status: 200')
  expect(saved).toContain('application/json')
  expect(saved).toContain('{{baseUrl}}/echo')
  expect(saved).not.toContain('canary')

  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(openTab(page, 'Echo of mine')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Compare with response' }).click()
  const comparison = page.getByRole('dialog', { name: 'Compare responses' })
  await expect(comparison.getByText('Echo of mine').first()).toBeVisible()
  await expect(comparison.getByText('Latest').first()).toBeVisible()
  await expect(comparison).toContainText('{{token}}')
  await expectAccessibleInThemes(page)
})

test('an example can leave out the headers, and is saved from the keyboard alone', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const file = fileOf(ownParley)
  await send(page, 'Get a book')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('save as example')
  await page.keyboard.press('Enter')
  await expect(saveDialog(page).getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(saveDialog(page).getByRole('switch', { name: 'Response headers' })).not.toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn(file)).toContain('200 OK')
  const [, saved = ''] = readFileSync(file, 'utf8').split('examples:')
  expect(saved).not.toContain('application/json')
  expect(saved).toContain('type: json')
})

test('a request that is in no file is saved first, and says so', async ({ ownParleyPage: page }) => {
  await newRequest(page, `${await demoAddress(page)}/echo`)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('save as example')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('There is no response yet. Send the request, then save its response.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('OK')
  await page.getByRole('button', { name: 'Save as example' }).click()
  await page.getByRole('button', { name: 'Save request' }).click()
  await expect(page.getByRole('dialog', { name: 'Save request' })).toBeVisible()
})

test('an example is compared with the latest response of the history, and says so if there is none', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  await addExamples(page, ownParley)
  await node(page, 'Twenty books').click()
  await page.getByRole('button', { name: 'Compare with response' }).click()
  await expect(page.getByText('There is no response yet')).toBeVisible()
  await send(page, 'Get a book')
  await page.keyboard.press('Alt+w')
  await expect(openTab(page, 'Get a book')).toHaveCount(0)
  await page.getByRole('button', { name: 'Compare with response' }).click()
  const comparison = page.getByRole('dialog', { name: 'Compare responses' })
  await expect(comparison).toContainText('Twenty books')
  await expect(comparison).toContainText('[]')
})

test('a GraphQL request with an example stays one, and shows it', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const file = join(ownParley.home, 'workspaces/bookshop/Bookshop API/Books by GraphQL.yml')
  await send(page, 'Books by GraphQL')
  await page.getByRole('button', { name: 'Save as example' }).click()
  await page.keyboard.type('All of them')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(openTab(page, 'All of them')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Query' })).toContainText('books')
  const saved = readFileSync(file, 'utf8')
  expect(saved).toContain('type: graphql')
  expect(saved).toContain('All of them')
  await expect(node(page, 'All of them')).toHaveAttribute('aria-description', 'Example, 200')
})

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRequest } from './support/page-parts.ts'
import { button, dialog, openImport, postman, report } from './support/rooms/import.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

test('scripts that require bundled libraries are listed, and the report turns the setting on', async ({
  ownParleyPage: page,
}) => {
  await openImport(page)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(page, 'Select files').click(),
  ])
  const withLodash = postman.replace('\\"fs\\"', '\\"lodash\\"')
  await chooser.setFiles({ name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from(withLodash) })
  await expect(report(page)).toContainText("Post Response, line 1: require('lodash')")
  await button(page, 'Turn on bundled libraries').click()
  await expect(button(page, 'Bundled libraries are on')).toBeDisabled()
  await expectAccessible(page)
  await button(page, 'Import').click()
  await button(page, 'Done').click()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Editor' }).click()
  await expect(page.getByRole('switch', { name: 'Bundled libraries by require' })).toBeChecked()
})

test('a folder is imported with its paths, without hidden files', async ({ ownParleyPage: page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-import-'))
  mkdirSync(join(folder, 'inner'))
  writeFileSync(join(folder, 'bruno.json'), '{"name": "From Bruno"}')
  writeFileSync(join(folder, '.env'), 'SECRET=canary')
  writeFileSync(
    join(folder, 'inner', 'one.bru'),
    'meta {\n  name: One\n}\nget {\n  url: http://a.test/one\n}\n',
  )
  await openImport(page)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(page, 'Select folder').click(),
  ])
  await chooser.setFiles(folder)
  await expect(report(page)).toContainText('Bruno1 collection, 1 folder, 1 request')
  await expect(report(page)).not.toContainText('.env')
  await button(page, 'Import').click()
  await expect(report(page)).toContainText('Now in the workspace: From Bruno')
  await expect(page.getByRole('treeitem', { name: 'inner', includeHidden: true })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  await button(page, 'Open').click()
  await expect(page.getByRole('tab', { name: /From Bruno/, selected: true })).toBeVisible()
  await expect(page.locator('[data-pane="request"]').locator(':focus')).toHaveCount(1)
  await expect(page.getByRole('treeitem', { name: 'From Bruno' })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'inner' })).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('treeitem', { name: 'inner' }).click()
  await openRequest(page, 'One')
})

test('pasted commands become requests; an invalid one says why, and the text can be entered again', async ({
  ownParleyPage: page,
}) => {
  await openImport(page)
  await dialog(page).getByText('Paste', { exact: true }).click()
  const text = dialog(page).getByRole('textbox', { name: 'Document or cURL commands' })
  await text.fill('hello')
  await text.press('ControlOrMeta+Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('The format of the pasted text is unknown')
  await expect(button(page, 'Choose another source')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('hello')
  await expect(text).toBeFocused()
  await text.fill('curl http://a.test/first\ncurl -d x http://a.test/second')
  await button(page, 'Continue').click()
  await expect(report(page)).toContainText('cURL commands1 collection, 2 requests')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('treeitem', { name: '/first' })).toHaveCount(0)
})

test('a URL that does not respond is reported', async ({ ownParleyPage: page }) => {
  await openImport(page)
  await dialog(page).getByText('URL', { exact: true }).click()
  await dialog(page)
    .getByRole('textbox', { name: 'Address of the document' })
    .fill('http://127.0.0.1:1/x.json')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('127.0.0.1')
})

test('dropping files on the window opens the dialog', async ({ ownParleyPage: page }) => {
  const data = await page.evaluateHandle(text => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'shop.json', { type: 'application/json' }))
    return transfer
  }, postman)
  await page.getByRole('navigation', { name: 'Sidebar' }).dispatchEvent('drop', { dataTransfer: data })
  await expect(report(page)).toContainText('shop.jsonPostman1 collection, 1 request')
  await button(page, 'Cancel').click()
  await expect(dialog(page)).toBeHidden()
})

test('a new version of a document shows the difference, and updates what the old one imported', async ({
  ownParleyPage: page,
}) => {
  const document = (paths: object) => JSON.stringify({ openapi: '3.1.0', info: { title: 'Api' }, paths })
  const paste = async (text: string) => {
    await openImport(page)
    await dialog(page).getByText('Paste', { exact: true }).click()
    await dialog(page).getByRole('textbox', { name: 'Document or cURL commands' }).fill(text)
    await button(page, 'Continue').click()
  }
  await paste(document({ '/first': { get: {} } }))
  await button(page, 'Import').click()
  await button(page, 'Done').click()
  await paste(document({ '/first': { get: {} }, '/second': { get: {} } }))
  await expect(report(page)).toContainText('Update of “Api”')
  await expect(report(page)).toContainText('New: GET /second')
  await button(page, 'Update').click()
  await expect(dialog(page).getByRole('status')).toHaveText('Up to date')
  await button(page, 'Done').click()
  await openRequest(page, 'GET /second')
  await expect(page.getByRole('treeitem', { name: 'Api', exact: true })).toHaveCount(1)
})

test('the only part of a report is unfolded, however long it is', async ({ parleyPage: page }) => {
  const item = Array.from({ length: 12 }, (_, index) => ({
    name: `Read ${index}`,
    request: { url: 'http://a.test/read', header: [{ key: 'X-Api-Key', value: `canary-${index}` }] },
  }))
  await openImport(page)
  await dialog(page).getByText('Paste', { exact: true }).click()
  await dialog(page)
    .getByRole('textbox', { name: 'Document or cURL commands' })
    .fill(JSON.stringify({ info: { name: 'Shop' }, item }))
  await button(page, 'Continue').click()
  const part = report(page).getByRole('group').filter({ hasText: 'Secrets in plain text 12' })
  await expect(part.getByRole('listitem').last()).toBeVisible()
  await expectAccessibleInThemes(page)
  await part.getByRole('heading', { name: 'Secrets in plain text' }).click()
  await expect(part.getByRole('listitem').last()).toBeHidden()
  await button(page, 'Cancel').click()
})

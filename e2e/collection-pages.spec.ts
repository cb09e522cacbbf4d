import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openRequest, responseStatus, sendButton } from './support/page-parts.ts'
import type { OpenParley } from './support/running-parley.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

const row = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })
const section = (page: Page, name: string) =>
  page.getByRole('tablist', { name: /^(?:Collection|Folder)$/ }).getByRole('tab', { name, exact: true })
const fileOf = (parley: OpenParley, ...path: readonly string[]) =>
  join(parley.home, 'workspaces/bookshop/Bookshop API', ...path)

async function openPage(page: Page, name: string): Promise<void> {
  await row(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click()
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
}

/** Opens the docs of the sample's collection for writing. */
async function openDocs(page: Page): Promise<void> {
  await openPage(page, 'Bookshop API')
  await page.getByRole('radio', { name: 'Write' }).click({ force: true })
}

test('headers, variables and scripts of a collection and folder reach the request', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  await openPage(page, 'Bookshop API')
  await section(page, 'Variables').click()
  const variables = page.getByRole('grid', { name: 'Variables' })
  await variables.getByRole('textbox', { name: 'Name' }).last().click()
  await page.keyboard.type('shelf')
  await page.keyboard.press('Tab')
  await page.keyboard.type('upper')
  await expectAccessibleInThemes(page)
  await section(page, 'Headers').click()
  await page.getByRole('grid', { name: 'Headers' }).getByRole('textbox', { name: 'Key' }).last().click()
  await page.keyboard.type('X-Shelf')
  await page.keyboard.press('Tab')
  await page.keyboard.type('{{shelf}}')
  await expect(tab(page, 'Bookshop API')).toHaveAttribute('aria-description', 'Unsaved changes')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(tab(page, 'Bookshop API')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  expect(readFileSync(fileOf(ownParley, 'opencollection.yml'), 'utf8')).toContain('X-Shelf')

  await row(page, 'Books').dblclick()
  await expect(tab(page, 'Books')).toHaveAttribute('aria-selected', 'true')
  await section(page, 'Script').click()
  await page.getByRole('textbox', { name: 'Pre Request script' }).click()
  await page.keyboard.insertText('req.setHeader("X-Folder", "set by the folder")')
  await expectAccessibleInThemes(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(tab(page, 'Books')).not.toHaveAttribute('aria-description', 'Unsaved changes')

  await openRequest(page, 'Get a book')
  await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Headers' }).click()
  const inherited = page.getByRole('grid', { name: 'Inherited' }).getByRole('row', { name: 'X-Shelf' })
  await expect(inherited).toContainText('upper')
  await expect(inherited).toContainText('From the headers of Bookshop API')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await page
    .getByRole('tablist', { name: 'Response' })
    .getByRole('tab', { name: 'Timeline', exact: true })
    .click()
  await expect(page.getByText('X-Shelf').first()).toBeVisible()
  await expect(page.getByText('upper').first()).toBeVisible()
  await expect(page.getByText('set by the folder').first()).toBeVisible()
})

test('docs are written and read as Markdown, and none of their text is executed', async ({
  ownParleyPage: page,
}) => {
  await openDocs(page)
  await page
    .getByRole('textbox', { name: 'Docs' })
    .fill('# All books\n\n<img src=x onerror=alert(1)> [site](https://books.test/a)')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(tab(page, 'Bookshop API')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  await page.getByRole('radio', { name: 'Read' }).click({ force: true })
  const docs = page.getByRole('region', { name: 'Docs' })
  await expect(docs.getByRole('heading', { name: 'All books' })).toBeVisible()
  await expect(docs).toContainText('<img src=x onerror=alert(1)>')
  await expect(docs.getByRole('link', { name: 'site' })).toHaveAttribute('rel', 'noopener noreferrer')
  await expectAccessible(page)
})

test('docs of a request are in its file, and what was typed can be undone after reading', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  await openRequest(page, 'List books')
  const inner = page.getByRole('tablist', { name: 'Request', exact: true })
  await inner.getByRole('tab', { name: 'Docs' }).click()
  const text = page.getByRole('textbox', { name: 'Docs' })
  await text.click()
  await page.keyboard.insertText('# Paged')
  const view = (name: string) => page.getByRole('radio', { name }).click({ force: true })
  await view('Read')
  await expect(
    page.getByRole('region', { name: 'Docs' }).getByRole('heading', { name: 'Paged' }),
  ).toBeVisible()
  await expectAccessible(page)
  await view('Write')
  await inner.getByRole('tab', { name: 'Headers' }).click()
  await inner.getByRole('tab', { name: 'Docs' }).click()
  await text.click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text).not.toContainText('Paged')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(text).toHaveText('# Paged')
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+s')
  await expect
    .poll(() => readFileSync(fileOf(ownParley, 'Books', 'List books.yml'), 'utf8'))
    .toContain('docs: "# Paged"')
})

test('a page asks if another program changed its file, and loses neither version', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  await openDocs(page)
  await page.getByRole('textbox', { name: 'Docs' }).fill('Mine')
  const path = fileOf(ownParley, 'opencollection.yml')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^docs: (?:.*\n)(?: .*\n|\n)*/m, 'docs: Theirs\n\n'))
  await page.keyboard.press('ControlOrMeta+s')
  const question = page.getByRole('alertdialog', { name: 'Bookshop API was changed on disk' })
  await expect(question).toContainText('1 field differs.')
  await expect(question.getByRole('row', { name: 'Docs' })).toContainText('Theirs')
  await question.getByRole('button', { name: 'Decide later' }).click()
  await expect(page.getByRole('textbox', { name: 'Docs' })).toHaveText('Mine')
  expect(readFileSync(path, 'utf8')).toContain('Theirs')
  await page.keyboard.press('ControlOrMeta+s')
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expect(tab(page, 'Bookshop API')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  expect(readFileSync(path, 'utf8')).toContain('Mine')
})

test('an unsaved page is restored after a reload', async ({ ownParleyPage: page }) => {
  await openDocs(page)
  const isKept = page.waitForResponse(
    response =>
      response.url().includes('/rpc/tabs/save') &&
      response.request().postData()?.includes('Not saved yet') === true,
  )
  await page.getByRole('textbox', { name: 'Docs' }).fill('Not saved yet')
  await isKept
  await page.reload()
  await expect(tab(page, 'Bookshop API')).toHaveAttribute('aria-description', 'Unsaved changes')
  await tab(page, 'Bookshop API').click()
  await page.getByRole('radio', { name: 'Write' }).click({ force: true })
  await expect(page.getByRole('textbox', { name: 'Docs' })).toHaveText('Not saved yet')
})

test('a token of the collection is inherited by its requests, and is in no file', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  await openPage(page, 'Bookshop API')
  await section(page, 'Authorization').click()
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Bearer Token' }).click()
  await page.getByRole('textbox', { name: 'Token', exact: true }).click()
  await page.keyboard.insertText('canary-4711')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(tab(page, 'Bookshop API')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  expect(readFileSync(fileOf(ownParley, 'opencollection.yml'), 'utf8')).not.toContain('canary-4711')
  await openRequest(page, 'Get a book')
  await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Authorization' }).click()
  await expect(page.getByText(/Bookshop API/).first()).toBeVisible()
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
})

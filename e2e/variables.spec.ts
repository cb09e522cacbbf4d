import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openRequest, responseStatus, sendButton, urlField } from './support/page-parts.ts'
import {
  canary,
  cell,
  grid,
  isSaved,
  makeEnvironment,
  row,
  save,
  showEnvironments,
  tab,
} from './support/rooms/environments.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

/** Opens one of the pages of the sidebar. */
async function openPage(page: Page, name: string): Promise<void> {
  await showEnvironments(page)
  await page.getByRole('navigation').getByRole('button', { name, exact: true }).click()
  await expect(grid(page)).toBeVisible()
}

test('workspace and global variables are kept, and the narrower one is used', async ({
  ownParley: parley,
  ownParleyPage: page,
}) => {
  for (const name of ['Global', 'Workspace']) {
    await openPage(page, name)
    await cell(page, 0, 'Name').fill('region')
    await cell(page, 0, 'Value').fill(name)
    await save(page)
    await isSaved(page, name)
  }
  expect(readFileSync(join(parley.home, 'globals.yml'), 'utf8')).toContain('region')
  expect(readFileSync(join(parley.home, 'workspaces/bookshop/workspace.yml'), 'utf8')).toContain('region')
  const collection = page.getByRole('navigation').getByRole('button', { name: 'Bookshop API', exact: true })
  await collection.click()
  await expect(page.getByRole('tab', { name: /^Variables/, selected: true })).toBeVisible()
  await expect(tab(page, 'Bookshop API')).toHaveAttribute('aria-selected', 'true')
  await expect(collection).toHaveAttribute('aria-current', 'true')
  await page.reload()
  await openPage(page, 'Global')
  await expect(cell(page, 0, 'Value')).toHaveValue('Global')
  await page.getByRole('tab', { name: 'List books' }).click()
  await urlField(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type('&r={{reg')
  const option = page.getByRole('option', { name: /region/ })
  await expect(option).toContainText('Workspace (workspace)')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  const hint = page.locator('.cm-tooltip').filter({ hasText: 'Workspace (workspace)' })
  await hint.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { name: 'Workspace' })).toBeVisible()
  await expect(cell(page, 0, 'Value')).toBeFocused()
})

test('a name without a value is created where it is used, or after the send that failed for it', async ({
  ownParleyPage: page,
}) => {
  await makeEnvironment(page, 'Staging')
  await page.getByRole('tab', { name: 'Collections' }).click()
  await openRequest(page, 'Echo')
  await page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name: 'Headers' })
    .click()
  const headers = page.getByRole('grid', { name: 'Headers' })
  await headers.getByRole('textbox', { name: 'Key' }).last().fill('X-Key')
  const header = headers
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: 'Send X-Key' }) })
    .getByRole('textbox', { name: 'Value' })
  await header.fill('{{apiKey}}')
  await header.hover()
  const tooltip = page.getByRole('tooltip')
  await expect(tooltip.getByRole('button')).toHaveText(['Create in Staging', 'Create in Bookshop API'])
  await tooltip.getByRole('button', { name: 'Create in Bookshop API' }).click()
  const value = cell(page, 0, 'Value')
  await expect(grid(page).getByRole('textbox', { name: 'Value' }).and(page.locator(':focus'))).toHaveValue('')
  await page.keyboard.type('outer')
  await page.keyboard.press('ControlOrMeta+s')
  await isSaved(page, 'Bookshop API')

  await tab(page, 'Echo').click()
  await urlField(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('{{gone}}/x')
  await sendButton(page).click()
  await page.getByRole('button', { name: 'Create in Staging' }).click()
  await expect(value).toBeFocused()
  await expect(cell(page, 0, 'Name')).toHaveValue('gone')
  await page.keyboard.type('http://127.0.0.1:9')
  await cell(page, 1, 'Name').fill('apiKey')
  await cell(page, 1, 'Value').fill('inner')
  await save(page)
  await isSaved(page, 'Staging')
  await tab(page, 'Echo').click()
  await header.hover()
  await expect(tooltip).toContainText('apiKey: inner (Staging)')
  await expect(tooltip).toContainText('Staging overrides Collection')
})

test('a secret is masked, shown with its eye icon, and allowed to scripts with its code icon', async ({
  ownParley: parley,
  ownParleyPage: page,
}) => {
  await openPage(page, 'Workspace')
  await cell(page, 0, 'Name').fill('apiKey')
  await cell(page, 0, 'Value').fill(canary)
  await row(page, 0).getByRole('button', { name: 'Secret' }).click()
  const value = cell(page, 0, 'Value')
  await expect(value).toHaveAttribute('type', 'password')
  // Eight dots are in its place, whatever its length.
  await expect(value).toHaveCSS('font-size', '0px')
  await row(page, 0).getByRole('button', { name: 'Show value' }).click()
  await expect(value).toHaveAttribute('type', 'text')
  await expect(value).not.toHaveCSS('font-size', '0px')
  await expect(value).toHaveValue(canary)
  await row(page, 0).getByRole('button', { name: 'Show value' }).click()
  await expect(value).toHaveAttribute('type', 'password')
  const withheld = row(page, 0).getByRole('button', { name: 'Withheld from scripts' })
  await withheld.hover()
  await expect(page.getByRole('tooltip')).toHaveText(
    'Withheld from scripts. Click to let scripts read and set this secret.',
  )
  await withheld.click()
  await expect(row(page, 0).getByRole('button', { name: 'Allowed to scripts' })).toBeVisible()
  await save(page)
  await isSaved(page, 'Workspace')
  const file = () => readFileSync(join(parley.home, 'workspaces/bookshop/workspace.yml'), 'utf8')
  expect(file()).not.toContain('allowedToScripts')
  await page.reload()
  await openPage(page, 'Workspace')
  await expect(value).toHaveAttribute('type', 'password')
  await expect(row(page, 0).getByRole('button', { name: 'Allowed to scripts' })).toBeVisible()
  await row(page, 0).getByRole('button', { name: 'Show value' }).click()
  await expect(value).toHaveValue(canary)
  await page.getByRole('tab', { name: 'List books' }).click()
  await page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name: 'Headers' })
    .click()
  const headers = page.getByRole('grid', { name: 'Headers' })
  await headers.getByRole('textbox', { name: 'Key' }).last().fill('X-Key')
  const header = headers.getByRole('textbox', { name: 'Value' }).first()
  await header.fill('{{apiKey}}')
  await header.hover()
  await expect(page.getByRole('tooltip')).toContainText('apiKey: •••••• (workspace)')
  await page.getByRole('tooltip').getByRole('button', { name: 'Edit' }).click()
  await expect(value).toBeFocused()
  await tab(page, 'List books').click()
  await header.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+Enter')
  await expect(value).toBeFocused()
  await tab(page, 'List books').click()
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    canary,
  )
  expect(await page.content()).not.toContain(canary)
  for (const entry of readdirSync(parley.home, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    expect(readFileSync(join(entry.parentPath, entry.name), 'latin1'), entry.name).not.toContain(canary)
  }
})

test('the table takes pasted lines, undo, and the keys of the other tables', async ({
  ownParleyPage: page,
}) => {
  await openPage(page, 'Global')
  await cell(page, 0, 'Name').focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'one: 1\ntwo: 2\n# three: 3')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await expect(cell(page, 2, 'Name')).toHaveValue('three')
  await expect(row(page, 2).getByRole('checkbox', { name: 'Use three' })).not.toBeChecked()
  await cell(page, 1, 'Value').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 1).getByRole('button', { name: 'Secret' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(row(page, 1).getByRole('button', { name: 'Secret' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, 1).getByRole('button', { name: 'Withheld from scripts' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, 1).getByRole('button', { name: 'Show value' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(row(page, 1).getByRole('button', { name: 'Secret' })).toHaveAttribute('aria-pressed', 'false')
  await row(page, 0).hover()
  await row(page, 0).getByRole('button', { name: 'Remove' }).click()
  await expect(cell(page, 0, 'Name')).toHaveValue('two')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cell(page, 0, 'Name')).toHaveValue('one')
})

test('the values of the session are listed with their source, removed one by one and all at once', async ({
  ownParleyPage: page,
}) => {
  await page.getByRole('tab', { name: 'Script' }).click()
  await page.getByRole('textbox', { name: 'Pre Request script' }).click()
  await page.keyboard.insertText("pm.environment.set('token', 't-1'); pm.environment.set('other', 'o-1')")
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await page.reload()
  await showEnvironments(page)
  await page.getByRole('navigation').getByRole('button', { name: 'Session values' }).click()
  const table = page.getByRole('table', { name: 'Session values' })
  await expect(table.getByRole('row', { name: /token t-1 List books · Pre Request/ })).toBeVisible()
  await expectAccessible(page)
  await table.getByRole('button', { name: 'Remove token' }).click()
  await expect(table.getByRole('row', { name: /token/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear session values' }).click()
  await expect(page.getByText('No script has set a value in this session.')).toBeVisible()
})

test('default headers of the workspace are typed, undone, kept over a reload, saved and sent', async ({
  ownParley: parley,
  ownParleyPage: page,
}) => {
  await showEnvironments(page)
  await page.getByRole('navigation').getByRole('button', { name: 'Workspace', exact: true }).click()
  const section = page.getByRole('tablist', { name: 'Workspace', exact: true })
  await section.getByRole('tab', { name: 'Headers' }).click()
  const headers = page.getByRole('grid', { name: 'Headers' })
  await headers.getByRole('textbox', { name: 'Key' }).last().click()
  await page.keyboard.type('Acc')
  await expect(page.getByRole('option', { name: /^Accept-Language/ })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('X-Team')
  await page.keyboard.press('Tab')
  await page.keyboard.type('books')
  await expectAccessibleInThemes(page)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(headers.getByRole('textbox', { name: 'Value' }).first()).toHaveValue('')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(headers.getByRole('textbox', { name: 'Value' }).first()).toHaveValue('books')
  await expect(tab(page, 'Workspace')).toHaveAttribute('aria-description', 'Unsaved changes')
  const file = join(parley.home, 'workspaces/bookshop/workspace.yml')
  await page.reload()
  await expect(headers.getByRole('textbox', { name: 'Key' }).first()).toHaveValue('X-Team')
  await save(page)
  await isSaved(page, 'Workspace')
  expect(readFileSync(file, 'utf8')).toMatch(/request:\n {2}headers:\n {4}- name: X-Team\n {6}value: books\n/)

  await tab(page, 'List books').click()
  await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Headers' }).click()
  const inherited = page.getByRole('grid', { name: 'Inherited' })
  await expect(inherited.getByRole('row', { name: 'X-Team' })).toContainText('From the headers of Workspace')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await page.getByRole('tablist', { name: 'Response' }).getByRole('tab', { name: 'Timeline' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('X-Team: books')
})

test('the value of a variable shows once, whether it is pointed at or has the cursor', async ({
  parleyPage: page,
}) => {
  await openRequest(page, 'List books')
  const name = urlField(page).getByText('{{baseUrl}}')
  const hints = page.locator('.cm-tooltip:not(.cm-tooltip-autocomplete)')
  await name.hover()
  await expect(hints).toHaveCount(1)
  await name.click()
  await expect(urlField(page)).toBeFocused()
  await expect(hints).toHaveCount(1)
  // The pointer comes back to where the cursor is.
  await sendButton(page).hover()
  await name.hover()
  await sendButton(page).hover()
  await expect(hints).toHaveCount(1)
})

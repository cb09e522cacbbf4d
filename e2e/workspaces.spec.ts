import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openRequest, typeUrl, urlField } from './support/page-parts.ts'
import { runParleyIn } from './support/running-parley.ts'
import { serverStopped } from './support/sentences.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const workspaceButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Workspace: ${name}`, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })

test('a workspace is opened from its folder, and unsaved tabs are restored with their workspace', async ({
  ownParleyPage: page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-workspace-'))
  mkdirSync(join(folder, 'Films'))
  writeFileSync(join(folder, 'workspace.yml'), 'info:\n  name: Cinema\n')
  writeFileSync(join(folder, 'Films', 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Films\n')
  await openRequest(page, 'Get a book')
  await typeUrl(page, '{{baseUrl}}/unsaved')
  await workspaceButton(page, 'Bookshop').click()
  await page.getByRole('menuitem', { name: 'Open workspace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open workspace' })
  const field = dialog.getByRole('textbox', { name: 'Folder' })
  await field.fill(join(folder, 'nothing here'))
  await dialog.getByRole('button', { name: 'Open' }).click()
  await expect(dialog.getByRole('alert')).toContainText('nothing here does not exist.')
  await expectAccessible(page)
  await field.fill(folder)
  await page.keyboard.press('Enter')
  await expect(workspaceButton(page, 'Cinema')).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'Films', exact: true })).toBeVisible()
  await expect(tab(page, 'Get a book')).toHaveCount(0)

  await workspaceButton(page, 'Cinema').click()
  await page.getByRole('menuitem', { name: 'Bookshop' }).click()
  await expect(workspaceButton(page, 'Bookshop')).toBeVisible()
  await expect(tab(page, 'Get a book')).toHaveAttribute('aria-description', 'Unsaved changes')
  await tab(page, 'Get a book').click()
  await expect(urlField(page)).toHaveText('{{baseUrl}}/unsaved')
  rmSync(folder, { recursive: true, force: true })
})

test('a window whose server was restarted with another workspace restarts with that one', async ({
  page,
}) => {
  const home = mkdtempSync(join(tmpdir(), 'parley-other-workspace-'))
  const folder = join(home, 'Cinema')
  mkdirSync(join(folder, 'Films'), { recursive: true })
  writeFileSync(join(folder, 'Films', 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Films\n')
  const first = await runParleyIn({ PARLEY_HOME: join(home, 'data') })
  await page.goto(first.address)
  await typeUrl(page, 'http://typed.test/')
  await first.stop()
  await expect(page.getByText(serverStopped)).toBeVisible()
  const { port } = new URL(first.origin)
  const second = await runParleyIn({ PARLEY_HOME: join(home, 'data') }, '--port', port, '--workspace', folder)
  await page.goto(second.address)
  await expect(page.getByRole('treeitem', { name: 'Films', exact: true })).toBeVisible()
  await expect(page.getByText('http://typed.test/')).toHaveCount(0)

  // The typed text belongs to the other workspace, and is restored with it.
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: 'Bookshop' }).click()
  await expect(urlField(page)).toHaveText('http://typed.test/')
  await second.stop()
  rmSync(home, { recursive: true, force: true })
})

test('a new workspace is empty and says what to do next', async ({ ownParleyPage: page }) => {
  await workspaceButton(page, 'Bookshop').click()
  await page.getByRole('menuitem', { name: 'New workspace' }).click()
  await page.getByRole('textbox', { name: 'Workspace name' }).fill('Fresh')
  await page.keyboard.press('Enter')
  await expect(workspaceButton(page, 'Fresh')).toBeVisible()
  await expect(page.getByText('No collections yet')).toBeVisible()
  await expect(
    page.getByRole('navigation').getByRole('button', { name: 'New collection' }).last(),
  ).toBeVisible()
  // The start page is loaded after the tabs of the other workspace are gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})

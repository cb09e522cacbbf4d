import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { writeOlderPermission } from '../apps/server/src/variables/older-permissions.testkit.ts'
import { newWindow } from './support/browser-windows.ts'
import { demoAddress, openRequest, responsePane, responseStatus, sendButton } from './support/page-parts.ts'
import { runParleyIn } from './support/running-parley.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const notice = (page: Page) => toasts(page).getByText('Secrets withheld from scripts')
const toastButton = (page: Page, name: string) => toasts(page).getByRole('button', { name, exact: true })
const secretRow = (page: Page) => page.getByRole('grid', { name: 'Variables' }).getByRole('row').nth(1)
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import', exact: true })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

async function showWorkspaceVariables(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Environments', exact: true }).click()
  await page.getByRole('navigation').getByRole('button', { name: 'Workspace', exact: true }).click()
}

const answers: Readonly<Record<string, { readonly button: string; readonly icon: string }>> = {
  'its action allows them': { button: 'Allow to scripts', icon: 'Allowed to scripts' },
  'to dismiss it withholds them': { button: 'Dismiss', icon: 'Withheld from scripts' },
}

for (const [name, answer] of Object.entries(answers)) {
  test(`secrets that files allow are listed until the user decides: ${name}`, async ({ context }) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-older-'))
    const workspace = join(folder, 'workspace')
    await writeOlderPermission(join(folder, 'data'), workspace)
    const before = await readFile(join(workspace, 'workspace.yml'), 'utf8')
    const parley = await runParleyIn({ PARLEY_HOME: join(folder, 'data') }, '--workspace', workspace)
    const open = async () => {
      const page = await newWindow(context)
      const asked = page.waitForResponse(/\/rpc\/variables\/permissionsOfFiles$/)
      await page.goto(parley.address)
      await asked
      await expect(page.getByRole('button', { name: /^Workspace: / })).toBeVisible()
      return page
    }

    // A window that closes right after it requested the list has not shown it to anyone.
    await (await open()).close()
    const page = await open()
    const other = await open()
    await expect(notice(page)).toBeVisible()
    await expect(toasts(page).getByRole('listitem')).toHaveText(['key'])
    await expectAccessible(page)
    await expect(notice(other)).toBeVisible()
    await toastButton(page, answer.button).click()
    await expect(notice(page)).toHaveCount(0)
    await expect(notice(other)).toHaveCount(0)

    const later = await open()
    await showWorkspaceVariables(later)
    await expect(secretRow(later).getByRole('button', { name: answer.icon })).toBeVisible()
    await expect(notice(later)).toHaveCount(0)
    expect(await readFile(join(workspace, 'workspace.yml'), 'utf8')).toBe(before)
    await parley.stop()
    await rm(folder, { recursive: true, force: true })
  })
}

/** Imports a collection whose script reads its secret, up to the report of the import. */
async function importReader(page: Page): Promise<void> {
  const url = `${await demoAddress(page)}/books`
  const shop = {
    info: { name: 'Shop' },
    variable: [{ key: 'pin', value: '4711-0815', type: 'secret' }],
    item: [
      {
        name: 'Reads it',
        request: { url },
        event: [{ listen: 'prerequest', script: { exec: ['pm.variables.get("pin")'] } }],
      },
    ],
  }
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: 'Import' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(page, 'Select files').click(),
  ])
  const buffer = Buffer.from(JSON.stringify(shop))
  await chooser.setFiles({ name: 'shop.json', mimeType: 'application/json', buffer })
  await expect(dialog(page).getByRole('region', { name: 'Import report' })).toContainText(
    'Reads it: Pre Request reads pin',
  )
  await button(page, 'Import').click()
  await expect(dialog(page).getByRole('status')).toHaveText('Imported')
}

test('the report of an import allows a secret to the scripts that it names', async ({
  ownParleyPage: page,
}) => {
  await importReader(page)
  await expectAccessible(page)
  await button(page, 'Allow to scripts').click()
  await expect(button(page, 'Allowed to scripts')).toBeDisabled()
  await button(page, 'Done').click()
  await openRequest(page, 'Reads it')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
})

test('a script error about a withheld secret links to the secret', async ({ ownParleyPage: page }) => {
  await importReader(page)
  await button(page, 'Done').click()
  await openRequest(page, 'Reads it')
  await sendButton(page).click()
  await expect(toasts(page)).toContainText('Secret variable "pin" is withheld from scripts')
  await responsePane(page).getByRole('button', { name: 'Go to pin' }).click()
  await expect(secretRow(page).getByRole('textbox', { name: 'Value', exact: true })).toBeFocused()
  await secretRow(page).getByRole('button', { name: 'Withheld from scripts' }).click()
  await openRequest(page, 'Reads it')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
})

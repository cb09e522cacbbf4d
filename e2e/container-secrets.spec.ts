import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleWorkspace } from '@parley/workspace'
import type { Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { arrowTo, tabTo, watchPointer } from './support/by-keyboard.ts'
import { newRequest, openRequest, responsePane, responseStatus, sendButton } from './support/page-parts.ts'
import { cell, grid, isSaved, row, tab } from './support/rooms/environments.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const canary = 'canary-51c7e0'
const sections = (page: Page) => page.getByRole('tablist', { name: /^(?:Collection|Folder)$/ })

/** Opens the variables of a collection or folder from the sidebar. */
async function openVariables(page: Page, name: string): Promise<void> {
  await page.getByRole('treeitem', { name, exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click()
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
  await sections(page)
    .getByRole('tab', { name: /^Variables/ })
    .click()
  await expect(grid(page)).toBeVisible()
}

/** Opens the script of the request that is shown, and writes it. */
async function writeScript(page: Page, script: string): Promise<void> {
  await page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name: 'Script' })
    .click()
  await page.getByRole('textbox', { name: 'Pre Request script' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(script)
}

/** How many variables the sample's collection has; the row after them is empty. */
const sampleVariables = sampleWorkspace().collections[0]?.defaults.variables.length ?? 0

for (const [kind, name, file, free] of [
  ['collection', 'Bookshop API', 'opencollection.yml', sampleVariables],
  ['folder', 'Books', 'Books/folder.yml', 0],
] as const)
  test(`a secret of a ${kind} is masked, in no file, and allowed to scripts by a click that is not saved${atNightUnless(kind === 'collection')}`, async ({
    ownParley: parley,
    ownParleyPage: page,
  }) => {
    await openVariables(page, name)
    await cell(page, free, 'Name').fill('pin')
    await cell(page, free, 'Value').fill(canary)
    await row(page, free).getByRole('button', { name: 'Secret' }).click()
    await expect(cell(page, free, 'Value')).toHaveAttribute('type', 'password')
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+s')
    await isSaved(page, name)
    const path = join(parley.home, 'workspaces/bookshop/Bookshop API', file)
    const text = readFileSync(path, 'utf8')
    expect(text).toMatch(/- name: pin\s+value: ""/)
    expect(text).toMatch(/secrets:\s+(?:- clientSecret\s+)?- pin/)
    expect(text).not.toContain(canary)

    await openRequest(page, 'Get a book')
    await writeScript(page, 'req.setHeader("X-Read", pm.variables.get("pin").length)')
    await sendButton(page).click()
    await expect(responsePane(page)).toContainText('Secret variable "pin" is withheld from scripts')
    await responsePane(page).getByRole('button', { name: 'Go to pin' }).click()
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    await expect(cell(page, free, 'Value')).toBeFocused()
    await row(page, free).getByRole('button', { name: 'Withheld from scripts' }).click()
    await expect(row(page, free).getByRole('button', { name: 'Allowed to scripts' })).toBeVisible()
    await isSaved(page, name)
    expect(readFileSync(path, 'utf8')).toBe(text)

    await tab(page, 'Get a book').click()
    await sendButton(page).click()
    await expect(responseStatus(page)).toContainText('200 OK')
    await page.reload()
    await tab(page, name).click()
    await expect(row(page, free).getByRole('button', { name: 'Allowed to scripts' })).toBeVisible()
    await row(page, free).getByRole('button', { name: 'Show value' }).click()
    await expect(cell(page, free, 'Value')).toHaveValue(canary)
  })

test('a secret of a collection is made and allowed by keyboard alone', async ({ ownParleyPage: page }) => {
  await newRequest(page, '{{baseUrl}}/echo?pin={{pin}}')
  await openVariables(page, 'Bookshop API')
  const pointerUses = await watchPointer(page)
  await tabTo(page, cell(page, sampleVariables, 'Name'))
  await page.keyboard.type('pin')
  await page.keyboard.press('Tab')
  await page.keyboard.type(canary)
  const secret = row(page, sampleVariables).getByRole('button', { name: 'Secret' })
  await arrowTo(page, secret, 'ArrowRight')
  await page.keyboard.press('Space')
  await expect(secret).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ControlOrMeta+s')
  await isSaved(page, 'Bookshop API')
  const withheld = row(page, sampleVariables).getByRole('button', { name: 'Withheld from scripts' })
  await arrowTo(page, withheld, 'ArrowLeft')
  await page.keyboard.press('Enter')
  const allowed = row(page, sampleVariables).getByRole('button', { name: 'Allowed to scripts' })
  await expect(allowed).toHaveAttribute('aria-pressed', 'true')
  await isSaved(page, 'Bookshop API')
  await page.keyboard.press('Space')
  await expect(withheld).toHaveAttribute('aria-pressed', 'false')
  await isSaved(page, 'Bookshop API')
  expect(await pointerUses()).toBe(0)
})

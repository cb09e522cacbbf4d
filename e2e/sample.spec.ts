import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sampleWorkspace } from '@parley/workspace'
import type { Locator } from '@playwright/test'
import { newRequest, openRequest, responsePane, responseStatus, sendButton } from './support/page-parts.ts'
import { cell, isSaved } from './support/rooms/environments.ts'
import { button, openRun, options } from './support/rooms/run-page.ts'
import { tree } from './support/rooms/sidebar.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

test('a run of the sample names the secret that it needs, and fails in one test once it is allowed', async ({
  ownParleyPage: page,
}) => {
  await openRun(page, 'Checks')
  await button(page, 'Run').click()
  await expect(button(page, 'Run again')).toBeEnabled()
  const failed = options(page).filter({ hasText: 'Who am I' })
  await failed.click()
  const detail = page.getByRole('region', { name: 'Request of the run' })
  await expect(detail).toContainText('Secret variable "clientSecret" is withheld from scripts')
  await expectAccessible(page)
  await detail.getByRole('button', { name: 'Allow to scripts' }).click()
  await expect(detail.getByRole('button', { name: 'Allowed to scripts' })).toBeDisabled()
  await button(page, 'Run again').click()
  await expect(button(page, 'Run again')).toBeEnabled()
  await expect(options(page)).toHaveText([
    /^Failed.*A price below 10/,
    /^Passed.*Books by author/,
    /^Passed.*The first of these books/,
    /^Passed.*Who am I/,
  ])
  await options(page).filter({ hasText: 'A price below 10' }).click()
  await expect(detail).toContainText('expected 13 to be below 10')
})

test('a send that a withheld secret stops goes on after one click', async ({ ownParleyPage: page }) => {
  await openRequest(page, 'Who am I')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('Secret variable "clientSecret" is withheld from scripts')
  await responsePane(page).getByRole('button', { name: 'Allow to scripts' }).click()
  await expect(responsePane(page).getByRole('button', { name: 'Allowed to scripts' })).toBeDisabled()
  await responsePane(page).getByRole('button', { name: 'Retry' }).click()
  await expect(responseStatus(page)).toContainText('200 OK')
})

test('the address of the demo API is among the variables, and one click makes it a variable of one’s own', async ({
  ownParleyPage: page,
}) => {
  await newRequest(page, '{{baseUrl}}/books/1204')
  await expect(page.locator('.cm-variable-unknown')).toHaveCount(0)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await page.getByRole('treeitem', { name: 'Bookshop API', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click()
  await page
    .getByRole('tablist', { name: 'Collection' })
    .getByRole('tab', { name: /^Variables/ })
    .click()
  const demo = page.getByRole('table', { name: 'Variable of the demo API' })
  await expect(demo).toContainText('baseUrl')
  await expect(demo).toContainText('demo API')
  await expectAccessible(page)
  const right = (part: Locator) => part.evaluate(one => Math.round(one.getBoundingClientRect().right))
  const values = [
    demo.getByRole('cell').nth(1),
    page.getByRole('columnheader', { name: 'Value', exact: true }),
  ]
  const [demoEdge, tableEdge] = await Promise.all(values.map(right))
  expect(demoEdge, 'its columns are those of the table').toBe(tableEdge)
  await demo.getByRole('button', { name: 'Set your own' }).click()
  const own = sampleWorkspace().collections[0]?.defaults.variables.length ?? 0
  await expect(cell(page, own, 'Name')).toHaveValue('baseUrl')
  await expect(cell(page, own, 'Value')).toHaveValue(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  await expect(demo).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+s')
  await isSaved(page, 'Bookshop API')
})

test('each list that is empty says what it is for and what comes next', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  await page.getByRole('tab', { name: 'History', exact: true }).click()
  await expect(page.getByText('Requests you send appear here.')).toBeVisible()
  await expect(page.getByText('Send the open request')).toBeVisible()
  await page.getByRole('tab', { name: 'Environments', exact: true }).click()
  await expect(page.getByText('An environment holds values such as the base URL')).toBeVisible()
  await page.getByRole('button', { name: 'New environment' }).click()
  await expect(page.getByText('Type a name and a value above')).toBeVisible()
  await expectAccessibleInThemes(page)
  rmSync(join(ownParley.home, 'workspaces/bookshop/Bookshop API'), { recursive: true })
  await page.getByRole('tab', { name: 'Collections', exact: true }).click()
  await expect(page.getByText('No collections yet')).toBeVisible()
  await expectAccessibleInThemes(page)
  await page.getByRole('navigation').getByRole('button', { name: 'New collection' }).last().click()
  await expect(tree(page).getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Shop')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add a request to Shop' }).click()
  await expect(page.getByRole('treeitem', { name: 'Untitled request' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No requests yet')).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import {
  newRequest,
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  urlField,
} from './support/page-parts.ts'
import { cell, isSaved, makeEnvironment, picker, row, save, tab } from './support/rooms/environments.ts'
import { code, dialog, opener } from './support/rooms/generate-code.ts'
import { row as treeRow } from './support/rooms/run-page.ts'
import { expect, expectAccessible, test } from './support/test.ts'

/** Makes an environment with one saved variable, and makes it the active one. */
async function activate(page: Page, name: string, value: string): Promise<void> {
  await makeEnvironment(page, name)
  await cell(page, 0, 'Name').fill('region')
  await cell(page, 0, 'Value').fill(value)
  await save(page)
  await isSaved(page, name)
  await expect(picker(page)).toHaveAccessibleName(`Environment: ${name}`)
}

/** Opens a request of the sample whose URL names the variable. */
async function echoRegion(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Collections', exact: true }).click()
  await openRequest(page, 'Echo')
  await urlField(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{{baseUrl}}/echo?r={{region}}')
}

const tooltip = (page: Page, text: string) => page.locator('.cm-tooltip', { hasText: text })

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}${atNightUnless(colorScheme === 'light')}`, () => {
    test.use({ colorScheme, viewport: { width: 1024, height: 700 } })

    test(`${colorScheme} › a send and Generate Code use an unsaved value and say so, a run uses the saved one and names it`, async ({
      ownParleyPage: page,
    }) => {
      await activate(page, 'Local', 'eu')
      await cell(page, 0, 'Value').fill('us-unsaved')
      await expect(tab(page, 'Local')).toHaveAttribute('aria-description', 'Unsaved changes')
      await echoRegion(page)
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await expect(tooltip(page, 'us-unsaved (Local, unsaved)')).toBeVisible()
      await sendButton(page).click()
      await expect(responseStatus(page)).toContainText('200 OK')
      await expect(responsePane(page)).toContainText('r=us-unsaved')
      await expect(responsePane(page)).toContainText('not saved yet: {{region}} (Local)')
      await page.screenshot({ path: `test-results/unsaved-send-${colorScheme}.png` })
      await opener(page).click()
      await expect(code(page)).toContainText('r=us-unsaved')
      await expect(dialog(page)).toContainText('not saved yet: {{region}} (Local)')
      await page.keyboard.press('Escape')
      await page.keyboard.press('ControlOrMeta+s')
      await expect(tab(page, 'Echo')).not.toHaveAttribute('aria-description', 'Unsaved changes')

      await treeRow(page, 'Bookshop API').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Run', exact: true }).click()
      await expect(page.getByText('Not saved, so the run does not use it: Local (region)')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Run as saved' })).toBeEnabled()
      await expectAccessible(page)
      await page.screenshot({ path: `test-results/unsaved-run-${colorScheme}.png` })
      await page.getByRole('button', { name: 'Save all' }).click()
      await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
      await isSaved(page, 'Local')
    })

    test(`${colorScheme} › a value that a script set shows on the row of its variable, at a switch and in the tooltip, and is cleared`, async ({
      ownParleyPage: page,
    }) => {
      await activate(page, 'Local', 'us')
      await makeEnvironment(page, 'Staging')
      await cell(page, 0, 'Name').fill('region')
      await cell(page, 0, 'Value').fill('staging-own')
      await save(page)
      await isSaved(page, 'Staging')
      await newRequest(page, '{{baseUrl}}/echo?r={{region}}')
      await echoRegion(page)
      await page
        .getByRole('tablist', { name: 'Request', exact: true })
        .getByRole('tab', { name: 'Script' })
        .click()
      await page.getByRole('textbox', { name: 'Pre Request script' }).click()
      await page.keyboard.insertText("pm.environment.set('region', 'from-script')")
      await sendButton(page).click()
      await expect(responsePane(page)).toContainText('r=from-script')
      await picker(page).click()
      await page.getByRole('option', { name: 'Staging' }).click()
      const notice = page.getByRole('alertdialog').filter({ hasText: '1 session value stays' })
      await expect(page.getByText('1 session value stays')).toBeVisible()
      await page.screenshot({ path: `test-results/session-switch-${colorScheme}.png` })
      expect(await notice.count()).toBeLessThanOrEqual(1)
      await urlField(page).click()
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await expect(tooltip(page, 'from-script (session, set by Echo · Pre Request)')).toBeVisible()

      await tab(page, 'Staging').click()
      await expect(row(page, 0)).toContainText('a script set from-script in this session')
      await expectAccessible(page)
      await page.screenshot({ path: `test-results/session-row-${colorScheme}.png` })
      await row(page, 0).getByRole('button', { name: 'Clear the session value of region' }).click()
      await expect(row(page, 0)).not.toContainText('a script set')
      await expect(page.getByText('No script has set a value in this session.')).toBeVisible()
    })
  })
}

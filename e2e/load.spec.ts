import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { button, row } from './support/rooms/run-page.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test.use({ colorScheme: 'light', viewport: { width: 1024, height: 700 } })

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const loadTab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Load test', exact: true }).getByRole('tab', { name, exact: true })
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Load progress' })
const figures = (page: Page) => page.getByRole('table', { name: 'Figures by request' }).getByRole('row')

/** Opens the load test of a row of the sidebar. */
async function openLoad(page: Page, name: string): Promise<void> {
  await row(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Load test…', exact: true }).click()
  await expect(page.getByRole('tab', { name: `Load: ${name}`, exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
}

async function fill(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).fill(value)
  await page.keyboard.press('Tab')
}

/** Sets options for a short test: two users, and rounds of the requests. */
async function chooseRounds(page: Page, rounds: number): Promise<void> {
  await page.getByRole('radio', { name: 'Rounds', exact: true }).click()
  await fill(page, 'Users', '2')
  await fill(page, 'Rounds', String(rounds))
  await fill(page, 'Think time, at most', '50')
  await fill(page, 'Think time, at least', '50')
}

test('a load test lists what is not translated, and is exported with the keyboard', async ({
  ownParleyPage: page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-load-'))
  await openLoad(page, 'Bookshop API')
  const parts = page.getByRole('list', { name: 'Not translated' })
  await expect(parts.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'k6', exact: true }).click()
  await expect(button(page, 'Run here')).toBeDisabled()
  await expect(button(page, 'Export')).toBeDisabled()
  await expect(page.getByText('To export, type a folder.')).toBeVisible()
  await field(page, 'Thresholds').fill('slow')
  await expect(page.getByText('“slow” is no threshold.', { exact: false })).toBeVisible()
  await field(page, 'Thresholds').fill('p95<300 errors<1%')
  await field(page, 'Export folder').fill(join(folder, 'shop'))
  await button(page, 'Export').press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Its README.md has the commands.' })).toBeVisible()
  expect(readdirSync(join(folder, 'shop'))).toContain('README.md')
  expect(readFileSync(join(folder, 'shop', 'README.md'), 'utf8')).toContain('p95<300')
  await button(page, 'Export').press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was changed.' })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  rmSync(folder, { recursive: true })
})

test('a small load test runs here, live, is stopped, kept, compared and exported as a report', async ({
  ownParleyPage: page,
}) => {
  test.skip(!existsSync('/usr/bin/locust'), 'Locust (python3-locust) is not installed')
  await openLoad(page, 'Books')
  await chooseRounds(page, 30)
  await button(page, 'Run here').click()
  await expect(button(page, 'Stop')).toBeVisible()
  await expect(figures(page).nth(1)).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('img', { name: /^Requests per second: / })).toBeVisible()
  await expect(button(page, 'Run again')).toBeEnabled({ timeout: 15_000 })
  await expect(progress(page)).toHaveAttribute('aria-valuenow', '100')
  await expect(page.getByRole('status').filter({ hasText: /^Load test ended: 150 requests/ })).toHaveCount(1)
  await expect(figures(page)).toHaveCount(6)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)

  // Lasts until it is stopped.
  await button(page, 'Options').click()
  await fill(page, 'Think time, at most', '5000')
  await fill(page, 'Think time, at least', '5000')
  await button(page, 'Run here').click()
  await expect(button(page, 'Stop')).toBeVisible()
  await button(page, 'Options').click()
  await expect(page.getByText('A load test of these requests is running.')).toBeVisible()
  await expect(button(page, 'Run here')).toBeDisabled()
  await button(page, 'Show run').click()
  await expect(button(page, 'Stop')).toBeVisible()
  await button(page, 'Stop').click()
  await expect(page.getByRole('status').filter({ hasText: /^Load test stopped/ })).toHaveCount(1)
  await loadTab(page, 'Earlier runs').click()
  const earlier = page.getByRole('grid', { name: 'Earlier runs' }).getByRole('row')
  await expect(earlier).toHaveCount(2)
  await earlier.nth(1).getByRole('button', { name: 'Compare with the shown run' }).click()
  await expect(page.getByRole('table', { name: 'Compared load tests' })).toContainText('All requests')
  await expectAccessible(page)
  await button(page, 'Back to the runs').click()
  await earlier.nth(1).click()
  await expect(figures(page)).toHaveCount(6)

  await button(page, 'Export report').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'JSON', exact: true }).click(),
  ])
  const report = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(report).toMatchObject({ kind: 'load', name: 'Books', total: { count: 150 } })
  expect(download.suggestedFilename()).toBe('Books load.json')

  await page.reload()
  await expect(figures(page)).toHaveCount(6)
})

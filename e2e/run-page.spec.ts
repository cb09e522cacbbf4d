import { readFileSync } from 'node:fs'
import { startModelServer } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { assistantPanel, setUpAssistant } from './support/assistant-parts.ts'
import { openRequest, typeUrl } from './support/page-parts.ts'
import { button, openRun, options, row } from './support/rooms/run-page.ts'
import { askAssistant } from './support/sentences.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

const runTab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Run', exact: true }).getByRole('tab', { name, exact: true })
const resultTab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Result', exact: true }).getByRole('tab', { name, exact: true })

/** Chooses a tab of the result from the menu of those that have no room. */
async function chooseHiddenTab(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Adds a failing test to a request of the sample. */
async function addFailingTest(page: Page, name: string): Promise<void> {
  await row(page, name).click()
  await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
  await page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name: 'Script' })
    .click()
  await page.getByRole('radio', { name: 'Post Response', exact: true }).click()
  await page.getByRole('textbox', { name: 'Post Response script' }).click()
  await page.keyboard.insertText("pm.test('is new', () => pm.response.to.have.status(201))")
  await button(page, 'Save').click()
  await expect(page.getByRole('tab', { name, exact: true })).not.toHaveAttribute(
    'aria-description',
    'Unsaved changes',
  )
}

test.describe(() => {
  test.use({ colorScheme: 'light', viewport: { width: 1024, height: 700 } })

  test('a folder is run with data, inspected, run again, compared and exported as a report', async ({
    ownParleyPage: page,
  }) => {
    await addFailingTest(page, 'Get a book')
    await openRun(page, 'Books')
    await page.getByRole('checkbox', { name: 'Send Remove a book' }).uncheck()
    await page.locator('input[type=file]').setInputFiles({
      name: 'users.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,age\nAnn,4\nBen,5\n'),
    })
    await expect(page.getByRole('cell', { name: 'Ben' })).toBeVisible()
    await expect(page.getByText('4 requests, 2 times')).toBeVisible()
    await page.getByRole('button', { name: 'Send List books until it passes' }).click()
    await expect(page.getByText('1 request', { exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Poll every', exact: true }).fill('250')
    await page.keyboard.press('Tab')
    await expectAccessible(page)
    await button(page, 'Run').click()

    await expect(button(page, 'Run again')).toBeEnabled()
    await expect(page.getByRole('progressbar', { name: 'Run progress' })).toHaveAttribute(
      'aria-valuenow',
      '8',
    )
    await expect(page.getByRole('status').filter({ hasText: 'Run ended: 8 requests, 2 failed' })).toHaveCount(
      1,
    )
    await expect(options(page)).toHaveCount(8)
    await page.getByText('Failed 2', { exact: true }).click()
    await expect(options(page)).toHaveCount(2)
    await options(page).first().click()
    await expect(page.getByRole('list', { name: 'Test results' })).toContainText('Failed is new')
    await resultTab(page, 'Body').click()
    await expect(page.getByText('The Left Hand of Darkness').first()).toBeVisible()
    await chooseHiddenTab(page, 'Request')
    const sent = page.getByRole('region', { name: 'Request', exact: true })
    await expect(sent).toContainText(/http:\/\/127\.0\.0\.1:\d+\/v1\/books/)
    await expect(sent).toContainText('User-Agent: Parley/1.0')
    await expect(sent).toContainText(/Data row of iteration 1\s*name: Ann\s*age: 4/)
    await expect(options(page).last()).toContainText('name Ben · age 5')
    await chooseHiddenTab(page, 'Timeline')
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('GET /v1/books')
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)

    await runTab(page, 'Timing').click()
    const timings = page.getByRole('table', { name: 'Timing' }).getByRole('row')
    await expect(timings).toHaveCount(5)
    await expect(timings.nth(1)).toContainText(/List books\s*2\s*\d+ ms\s*\d+ ms/)

    await button(page, 'Run failed again').click()
    await expect(button(page, 'Run again')).toBeEnabled()
    await expect(options(page)).toHaveCount(2)

    await runTab(page, 'Earlier runs').click()
    const runs = page.getByRole('grid', { name: 'Earlier runs' }).getByRole('row')
    await expect(runs).toHaveCount(2)
    await runs.last().getByRole('button', { name: 'Compare with the shown run' }).click()
    const compared = page.getByRole('table', { name: 'Compared runs' }).getByRole('row')
    await expect(compared).toHaveCount(9)
    await page.getByText('Different 6', { exact: true }).click()
    await expect(compared).toHaveCount(7)
    await expect(compared.nth(1)).toContainText('Not in this run')
    await expectAccessible(page)

    const downloading = page.waitForEvent('download')
    await button(page, 'Export report').click()
    await page.getByRole('menuitem', { name: 'JSON', exact: true }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Books run.json')
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
      summary: { requests: { total: 2, failed: 2 } },
    })
  })
})

test('a failed row of a data file is taken up: its values are shown, set for the session, sent, and taken back', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Get a book')
  await typeUrl(page, '{{baseUrl}}/status/{{code}}?name={{name}}')
  await button(page, 'Save').click()
  await openRun(page, 'Get a book')
  await page.locator('input[type=file]').setInputFiles({
    name: 'users.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('code,name,password\n200,Ann,a\n404,Bob,b\n'),
  })
  await button(page, 'Run').click()
  await expect(button(page, 'Run again')).toBeEnabled()
  await expect(options(page).nth(1)).toContainText(/name Bob.*#2/)
  await options(page).nth(1).click()
  const details = page.getByRole('region', { name: 'Request of the run' })
  await expect(details.getByLabel('Data row')).toHaveText('code 404name Bobpassword ••••••')
  await expectAccessibleInThemes(page)
  await details.getByRole('button', { name: 'Open with this row’s values' }).press('Enter')
  await expect(page.getByRole('tab', { name: 'Get a book', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(
    page.getByText('The values of iteration 2 are session values now: code, name, password.'),
  ).toBeVisible()
  await expect(page.locator('.cm-variable-unknown')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(
    page.getByRole('region', { name: 'Response' }).getByText('404 Not Found').first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.locator('.cm-variable-unknown')).toHaveText(['{{code}}', '{{name}}'])
})

test('Explain asks about one failed request of a run, beside that request', async ({
  ownParleyPage: page,
}) => {
  const model = await startModelServer('openai')
  await addFailingTest(page, 'Get a book')
  await openRun(page, 'Books')
  await button(page, 'Run').click()
  await expect(button(page, 'Run again')).toBeEnabled()
  await options(page).filter({ hasText: 'List books' }).click()
  const details = page.getByRole('region', { name: 'Request of the run' })
  await expect(details.getByRole('button', { name: 'Open request' })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Explain' })).toHaveCount(0)
  await options(page).filter({ hasText: 'Get a book' }).click()
  await details.getByRole('button', { name: 'Explain' }).click()
  await setUpAssistant(page, model)
  await expect(page.getByRole('tab', { name: 'Get a book', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  const question = assistantPanel(page).getByRole('textbox', { name: askAssistant })
  await expect(question).toHaveValue('Explain why this request failed in the run')
  await expect(question).toBeFocused()
  await expectAccessible(page)
  expect(model.requests).toEqual([])
  await question.press('ControlOrMeta+Enter')
  // The question itself has an OK, which the log shows before the model answers.
  await expect.poll(() => model.requests.length).toBe(1)
  const sent = String(model.requests[0]?.content)
  expect(sent).toContain('failed: is new')
  expect(sent).toContain('200 OK')
  await model.close()
})

test('the cookies that a run sets are listed with their requests, and those of one request with its response', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Image')
  await typeUrl(page, '{{baseUrl}}/cookies/sampler')
  await button(page, 'Save').click()
  await expect(page.getByRole('tab', { name: 'Image', exact: true })).not.toHaveAttribute(
    'aria-description',
    'Unsaved changes',
  )
  await openRun(page, 'Image')
  await button(page, 'Run').click()
  await expect(button(page, 'Run again')).toBeEnabled()
  await runTab(page, 'Cookies').click()
  const cookies = page.getByRole('table', { name: 'Cookies of the run' })
  const host = cookies.getByRole('row').filter({ hasText: '__Host-sampler' }).first()
  await expect(host).toContainText('GET Image')
  await expect(page.getByText('From 1 request', { exact: true })).toBeVisible()
  await expectAccessibleInThemes(page)
  await host.getByRole('button', { name: 'GET Image' }).click()
  await expect(options(page)).toHaveCount(1)
  await resultTab(page, 'Cookies').click()
  await expect(page.getByRole('table', { name: 'Response cookies' })).toContainText('__Host-sampler')
})

test('a running run is stopped with the keyboard, survives a reload, and renders only visible rows', async ({
  ownParleyPage: page,
}) => {
  await row(page, 'Get a book').click()
  await page.getByRole('tree', { name: 'Collections' }).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Run', exact: true }).press('Enter')
  await expect(page.getByRole('tab', { name: 'Run: Get a book' })).toHaveAttribute('aria-selected', 'true')
  await expect(button(page, 'Run')).toBeEnabled()
  await page.getByRole('textbox', { name: 'Iterations', exact: true }).fill('1000000')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(button(page, 'Stop')).toBeVisible()
  await expect(page.getByText(/^All [1-9],?\d{2,}$/)).toBeVisible()
  expect(await options(page).count()).toBeLessThan(80)

  await page.reload()
  await expect(page.getByRole('tab', { name: 'Run: Get a book' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText(/^All [1-9],?\d{2,}$/)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(button(page, 'Run again')).toBeEnabled()
  await expect(page.getByRole('status').filter({ hasText: 'Run cancelled' })).toHaveCount(1)

  const list = page.getByRole('listbox', { name: 'Requests of the run' })
  await list.focus()
  await page.keyboard.press('Home')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await expect(list.getByRole('option', { selected: true })).toBeInViewport()
  await expect(page.getByRole('heading', { level: 2, name: 'Get a book' })).toBeVisible()
})

test('the focus stays on the page of a run while its buttons come and go', async ({
  ownParleyPage: page,
}) => {
  await openRun(page, 'Get a book')
  await button(page, 'Run').press('Enter')
  await expect(button(page, 'Run again')).toBeEnabled()
  await expect(runTab(page, 'Requests')).toBeFocused()
  await button(page, 'Run again').press('Enter')
  await expect(button(page, 'Run again')).toBeEnabled()
  await expect(runTab(page, 'Requests')).toBeFocused()
  await runTab(page, 'Earlier runs').click()
  await expect(button(page, 'Remove run')).toHaveCount(2)
  await page.getByRole('grid', { name: 'Earlier runs' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(runTab(page, 'Requests')).toBeFocused()
  await button(page, 'Options').press('Enter')
  await expect(page.getByRole('region', { name: 'Options' })).toBeFocused()
  await button(page, 'Show last run').press('Enter')
  await expect(runTab(page, 'Requests')).toBeFocused()

  await button(page, 'Options').press('Enter')
  await page.getByRole('textbox', { name: 'Iterations', exact: true }).fill('1000000')
  await page.keyboard.press('Tab')
  await button(page, 'Run').press('Enter')
  await button(page, 'Stop').press('Enter')
  await expect(button(page, 'Run again')).toBeEnabled()
  await expect(runTab(page, 'Requests')).toBeFocused()
})

import type { Page } from '@playwright/test'
import {
  demoAddress,
  newRequest,
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  urlField,
} from './support/page-parts.ts'
import { entries, openPanel, panel, send, strip } from './support/rooms/history.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

const runs = (page: Page) => page.getByRole('dialog', { name: 'Run history' })

async function openRuns(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Run history' }).click()
  await expect(runs(page).getByRole('row')).toHaveCount(count)
}

test('the clock lists the history of a request, and an earlier response opens', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'List books')
  await send(page, '{{baseUrl}}/books/1204', '200 OK')
  await send(page, '{{baseUrl}}/missing', '404')
  await openRequest(page, 'Echo')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await strip(page).getByRole('tab', { name: 'List books' }).click()

  await openRuns(page, 2)
  await expectAccessible(page)
  await expect(runs(page).getByRole('row').first()).toContainText('404 Not Found')
  await expect(runs(page).getByRole('row').first()).toContainText('Today, ')
  await runs(page).getByRole('row').nth(1).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(responsePane(page)).toContainText('The Left Hand of Darkness')
  await expect(responsePane(page)).toContainText('Response from today, ')
  await responsePane(page).getByRole('button', { name: 'Back to the latest' }).click()
  await expect(responseStatus(page)).toContainText('404')
  await expect(responsePane(page)).not.toContainText('Response from today')
})

test('the first save of a request keeps its history, also if its tab was restored after a reload', async ({
  ownParleyPage: page,
}) => {
  await newRequest(page, `${await demoAddress(page)}/books/1204`)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await openRuns(page, 1)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(urlField(page)).toContainText('/books/1204')
  await page.keyboard.press('ControlOrMeta+s')
  const dialog = page.getByRole('dialog', { name: 'Save request' })
  await dialog.getByRole('textbox', { name: 'Request name' }).fill('One book')
  await dialog.getByRole('row', { name: 'Bookshop API' }).click()
  await dialog.getByRole('button', { name: 'Save here' }).click()
  await expect(dialog).toBeHidden()
  await openRuns(page, 1)
  await expect(runs(page).getByRole('row').first()).toContainText('200 OK')
})

test('an earlier response still opens after its tab was closed and sent again', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'List books')
  await send(page, '{{baseUrl}}/books/1204', '200 OK')
  for (const round of [1, 2]) {
    await openRuns(page, round)
    await runs(page).getByRole('row').last().click()
    await expect(responsePane(page)).toContainText('The Left Hand of Darkness')
    await expect(responsePane(page)).toContainText('Response from today, ')
    if (round === 1) await sendButton(page).click()
  }
})

test('two responses are shown side by side, with differences marked', async ({ ownParleyPage: page }) => {
  await openRequest(page, 'List books')
  await send(page, '{{baseUrl}}/books/1204', '200 OK')
  await send(page, '{{baseUrl}}/books/1219', '200 OK')
  await openRuns(page, 2)
  await runs(page)
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: 'Compare with the shown response' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Compare responses' })
  await expect(dialog.getByRole('textbox')).toHaveCount(2)
  await expect(dialog.getByRole('textbox').first()).toContainText('The Left Hand of Darkness')
  await expect(dialog.getByRole('textbox').last()).toContainText('The Dispossessed')
  await expect(dialog.locator('.cm-changedLine').first()).toBeVisible()
  await expectAccessible(page)
  // Letters of JSON have colours, and the changes can be gone through.
  await expect(dialog.locator('.cm-line span').first()).toBeVisible()
  await dialog.getByRole('radio', { name: 'All lines' }).click()
  await dialog.getByRole('button', { name: 'Next change' }).click()
  const lineOfSelection = () =>
    page.evaluate(() => document.getSelection()?.anchorNode?.parentElement?.closest('.cm-line')?.textContent)
  await dialog.getByRole('textbox').last().focus()
  const firstChange = await lineOfSelection()
  await page.keyboard.press('F7')
  await expect.poll(lineOfSelection).not.toBe(firstChange)
  await page.keyboard.press('Shift+F7')
  await expect.poll(lineOfSelection).toBe(firstChange)
  await dialog.getByRole('radio', { name: 'Headers' }).click()
  await expect(dialog.getByRole('textbox').first()).toContainText('content-type: application/json')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('an earlier response shows beside the latest one, and is compared with it', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'List books')
  const earlier = responsePane(page).getByRole('button', { name: 'Earlier responses' })
  await send(page, '{{baseUrl}}/books/1204', '200 OK')
  await expect(earlier).toBeDisabled()
  await send(page, '{{baseUrl}}/missing', '404')
  await earlier.click()
  await expectAccessibleInThemes(page)
  await expect(page.getByRole('menuitem')).toHaveText([/^200 OK · .*Today, [\d:]+$/])
  await page.getByRole('menuitem').click()
  await expect(responsePane(page)).toContainText('The Left Hand of Darkness')
  await expect(responsePane(page)).toContainText('Response from today, ')
  await responsePane(page).getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare responses' })
  await expect(dialog).toContainText('200 OK')
  await expect(dialog).toContainText('404 Not Found')
  await page.keyboard.press('Escape')
  await responsePane(page).getByRole('button', { name: 'Back to the latest' }).click()
  await expect(responseStatus(page)).toContainText('404')
  await openRequest(page, 'Echo')
  await expect(earlier).toHaveCount(0)
})

test('a failed send is in the run history', async ({ ownParleyPage: page }) => {
  await newRequest(page, 'http://127.0.0.1:9/')
  await sendButton(page).click()
  await expect(responsePane(page).getByText('Request failed')).toBeVisible()
  await openRuns(page, 1)
  await expect(runs(page).getByRole('row').first()).toContainText('Failed')
  await expect(runs(page).getByRole('row').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(responsePane(page)).toContainText('Response from today, ')
  await expect(urlField(page)).toHaveText('http://127.0.0.1:9/')
})

test('the history groups sends by day, and can be searched, opened and cleared', async ({
  ownParleyPage: page,
}) => {
  await openPanel(page)
  await expect(panel(page)).toContainText('Requests you send appear here. The last 100 are kept.')
  await send(page, '{{baseUrl}}/books/1204', '200 OK')
  await send(page, '{{baseUrl}}/missing', '404')
  await newRequest(page, 'http://127.0.0.1:9/nobody')
  await sendButton(page).click()
  await expect(entries(page)).toHaveCount(3)
  await expect(panel(page).getByText('Today')).toBeVisible()
  await expect(panel(page).getByRole('group', { name: 'Today 127.0.0.1:9' })).toContainText('/nobody')
  await expect(panel(page).getByRole('group')).toHaveCount(2)
  await expect(entries(page).nth(0)).toContainText('Failed')
  await expect(entries(page).nth(1)).toContainText('404')
  await expectAccessible(page)

  await panel(page).getByRole('textbox', { name: 'Search history' }).fill('1204')
  await expect(entries(page)).toHaveCount(1)
  await panel(page).getByRole('textbox', { name: 'Search history' }).fill('not found')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page).first()).toContainText('404')
  await panel(page).getByRole('textbox', { name: 'Search history' }).fill('nothing like it')
  await expect(panel(page)).toContainText('Nothing matches “nothing like it”')
  await panel(page).getByRole('textbox', { name: 'Search history' }).fill('')
  await expect(entries(page)).toHaveCount(3)

  const before = await strip(page).getByRole('tab').count()
  await entries(page).nth(2).click()
  await expect(strip(page).getByRole('tab')).toHaveCount(before + 1)
  await expect(urlField(page)).toHaveText('{{baseUrl}}/books/1204')
  await expect(responsePane(page)).toContainText('The Left Hand of Darkness')
  // The entry has the variables of the collection that it was sent from, so it can be sent again.
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(entries(page)).toHaveCount(4)
  await expect(responseStatus(page)).toContainText('200 OK')

  await panel(page).getByRole('button', { name: 'Clear History' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Clear History?')
  await expect(question).toContainText('All 4 entries are removed.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(entries(page)).toHaveCount(4)
  await panel(page).getByRole('button', { name: 'Clear History' }).click()
  await question.getByRole('button', { name: 'Clear History' }).click()
  await expect(panel(page)).toContainText('Requests you send appear here.')
})

test('the path of a row has all the width, and equal sends are folded', async ({ ownParleyPage: page }) => {
  await newRequest(page, `http://127.0.0.1:9/v1/${'orders/'.repeat(20)}?page=1`)
  await openPanel(page)
  for (const equal of [0, 1, 2, 3]) {
    await sendButton(page).click()
    if (equal < 2) await expect(entries(page)).toHaveCount(equal + 1)
    else await expect(entries(page).last()).toHaveText(`Show ${equal} equal sends`)
  }
  await expect(entries(page).first()).toContainText('Failed')
  const row = await entries(page).first().boundingBox()
  const path = await entries(page).first().getByText('/v1/orders').boundingBox()
  expect(path?.width).toBeGreaterThan((row?.width ?? 0) / 3)
  const folded = entries(page).filter({ hasText: 'Show 3 equal sends' })
  await folded.focus()
  await page.keyboard.press('Enter')
  await expect(entries(page)).toHaveCount(5)
  await expect(entries(page).filter({ hasText: 'Hide 3 equal sends' })).toBeFocused()
})

test('entries are looked at in one tab, and their menu copies the URL and opens them to stay', async ({
  ownParleyPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPanel(page)
  await send(page, '{{baseUrl}}/books/1204', '200 OK')
  await send(page, '{{baseUrl}}/missing', '404')
  const before = await strip(page).getByRole('tab').count()
  await entries(page).nth(0).click()
  await entries(page).nth(1).click()
  await expect(urlField(page)).toContainText('/books/1204')
  await expect(strip(page).getByRole('tab')).toHaveCount(before + 1)
  await entries(page).nth(1).click({ button: 'right' })
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Copy URL' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('/books/1204')
  await entries(page).nth(1).dblclick()
  await entries(page).nth(0).click()
  await expect(strip(page).getByRole('tab')).toHaveCount(before + 2)
})

test('the menu of an entry copies it as cURL, compares it with the shown response and deletes it', async ({
  ownParleyPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPanel(page)
  await send(page, '{{baseUrl}}/books/1204', '200 OK')
  await send(page, '{{baseUrl}}/books/1219', '200 OK')
  const choose = async (entry: number, item: string) => {
    await entries(page).nth(entry).focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: item, exact: true }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await choose(1, 'Copy as cURL')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^curl .*\/books\/1204/s)
  await choose(1, 'Compare with the shown response')
  await expect(page.getByRole('dialog', { name: 'Compare responses' })).toBeVisible()
  await page.keyboard.press('Escape')
  await choose(1, 'Delete')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText('/books/1219')
})

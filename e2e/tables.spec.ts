import type { Locator, Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { newRequest, typeUrl, urlField } from './support/page-parts.ts'
import { key, openTable, rowsOf, testRows, value } from './support/rooms/tables.ts'
import { expect, expectAccessible, test } from './support/test.ts'

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+v')
}

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

for (const name of ['Headers', 'Cookies'] as const) testRows(name)

test('Enter commits and moves down, and Esc restores', async ({ parleyPage: page }) => {
  await typeUrl(page, 'http://h.test/?a=1&b=2')
  const params = await openTable(page, 'Params')
  await value(params, 0).fill('changed')
  await page.keyboard.press('Enter')
  await expect(value(params, 1)).toBeFocused()
  await page.keyboard.type('x')
  await expect(urlField(page)).toContainText('a=changed&b=')
  await page.keyboard.press('Escape')
  await expect(value(params, 1)).toHaveValue('2')
  await expect(urlField(page)).toHaveText('http://h.test/?a=changed&b=2')
})

const pastes: readonly (readonly [string, string, readonly string[]])[] = [
  ['colons', 'Accept: text/html\nX-Two: a=b', ['Accept: text/html', 'X-Two: a=b']],
  ['equals signs', 'a=1\nb=x:y', ['a: 1', 'b: x:y']],
  ['tabs', 'a\t1\nb\t2', ['a: 1', 'b: 2']],
  ['one line', 'Accept: text/html', ['Accept: text/html']],
  ['curl', "  -H 'Accept: a/b' \\\n  -H 'X-One: 1'", ['Accept: a/b', 'X-One: 1']],
  ['a message', 'GET /x HTTP/1.1\r\nAccept: */*\r\nX-One: 1\r\n\r\n', ['Accept: */*', 'X-One: 1']],
]
for (const [what, text, rows] of pastes) {
  test(`pasted lines become rows: ${what}${atNightUnless(what === 'tabs' || what === 'curl')}`, async ({
    parleyPage: page,
  }) => {
    await newRequest(page, 'http://h.test/')
    const headers = await openTable(page, 'Headers')
    await paste(page, key(headers, 0), text)
    await expect(headers.getByRole('textbox', { name: 'Key' })).toHaveCount(rows.length + 1)
    expect(await rowsOf(headers)).toEqual(rows)
    await page.keyboard.press('ControlOrMeta+z')
    expect(await rowsOf(headers)).toEqual([])
  })
}

test('a query and a Cookie header that are pasted into an empty row become its rows', async ({
  parleyPage: page,
}) => {
  await newRequest(page, 'http://h.test/')
  const params = await openTable(page, 'Params')
  await paste(page, key(params, 0), 'a=1&b=two%20words&c=')
  await expect.poll(() => rowsOf(params)).toEqual(['a: 1', 'b: two words', 'c: '])
  await expect(urlField(page)).toHaveText('http://h.test/?a=1&b=two%20words&c=')
  const cookies = await openTable(page, 'Cookies')
  await paste(page, key(cookies, 0), 'Cookie: sid=abc; theme=dark')
  await expect.poll(() => rowsOf(cookies)).toEqual(['sid: abc', 'theme: dark'])
})

test('a pasted address stays the text of its cell', async ({ parleyPage: page }) => {
  await newRequest(page, 'http://h.test/')
  const headers = await openTable(page, 'Headers')
  await paste(page, key(headers, 0), 'http://localhost:3000/x')
  await expect(key(headers, 0)).toHaveValue('http://localhost:3000/x')
})

test('Bulk edit shows the table as text, and converts back without loss', async ({ parleyPage: page }) => {
  await typeUrl(page, 'http://h.test/?a=Le%20Guin&b=2')
  const params = await openTable(page, 'Params')
  await params.getByRole('checkbox', { name: 'Send b' }).click()
  await page.getByRole('button', { name: 'Bulk edit' }).click()
  const text = page.getByRole('textbox', { name: 'Params as text' })
  await expect(text).toHaveValue('a: Le Guin\n# b: 2')
  await expectAccessible(page)
  await text.fill('a: Le Guin\n# b: 2\nc: 3')
  await expect(urlField(page)).toHaveText('http://h.test/?a=Le%20Guin&c=3')
  await typeUrl(page, 'http://h.test/?a=Le%20Guin&c=4')
  await expect(text).toHaveValue('a: Le Guin\n# b: 2\nc: 4')
  await page.getByRole('button', { name: 'Bulk edit' }).click()
  expect(await rowsOf(params)).toEqual(['a: Le Guin', 'b: 2', 'c: 4'])
  await expect(params.getByRole('checkbox', { name: 'Send b' })).not.toBeChecked()
})

test('variables are suggested in a cell, coloured, and explained on hover', async ({ parleyPage: page }) => {
  const params = await openTable(page, 'Params')
  const cell = params.getByRole('textbox', { name: 'Value' }).first()
  await cell.fill('')
  await page.keyboard.type('{{base')
  const list = page.getByRole('listbox', { name: 'Variables' })
  await expect(list.getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(cell).toHaveValue('{{baseUrl}}')
  await expect(cell).toBeFocused()
  await expect(cell).toHaveAttribute('aria-description', /^baseUrl: http:\/\/127\.0\.0\.1:.* \(demo API\)$/)
  await page.keyboard.type('{{b')
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.type('ad}}')
  await urlField(page).click()
  await cell.hover()
  await expect(page.getByRole('tooltip')).toContainText('bad has no value. It is sent as typed.')
  await expectAccessible(page)
})

test('a table of 5,000 rows renders few of them, and the arrow keys reach the others', async ({
  parleyPage: page,
}) => {
  await newRequest(page, 'http://h.test/')
  const headers = await openTable(page, 'Headers')
  const lines = Array.from({ length: 5_000 }, (_, index) => `X-${index}: ${index}`)
  await paste(page, key(headers, 0), lines.join('\n'))
  await expect(headers).toHaveAttribute('aria-rowcount', '5002')
  expect(await headers.getByRole('row').count()).toBeLessThan(80)
  await expect(headers.getByRole('textbox', { name: 'Key' }).last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(headers.locator(':focus')).toHaveValue('X-4999')
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowUp')
  await expect(headers.locator(':focus')).toHaveValue('X-4969')
  await headers.evaluate(table => table.parentElement?.scrollTo(0, 0))
  await expect(headers.getByRole('checkbox', { name: 'Send X-0', exact: true })).toBeVisible()
  await expect(headers.locator(':focus')).toHaveValue('X-4969')
})

test('Headers: generated headers are shown locked, are overridden by own rows and can be hidden', async ({
  parleyPage: page,
}) => {
  await newRequest(page, 'http://h.test:81/')
  const headers = await openTable(page, 'Headers')
  const generated = page.getByRole('grid', { name: 'Generated' })
  await expect(headers.getByRole('row', { name: /^Locked User-Agent Parley\/1\.0/ })).toBeVisible()
  await expect(generated.getByRole('row', { name: 'Locked Host h.test:81 From the URL' })).toBeVisible()
  await page.setViewportSize({ width: 640, height: 800 })
  const agent = headers.getByTitle('Parley/1.0')
  expect(await agent.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await key(headers, 0).fill('user-agent')
  await value(headers, 0).fill('me')
  await expect(headers.getByRole('row', { name: /^Locked/ })).toHaveCount(0)
  await headers.getByRole('checkbox', { name: 'Send user-agent' }).click()
  await expect(headers.getByRole('row', { name: /^Locked User-Agent/ })).toBeVisible()
  await key(headers, 1).fill('HOST')
  await expect(generated).toContainText('Replaced by your own Host')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Generated' }).click()
  await expect(generated).toHaveCount(0)
})

test('names and values of headers are suggested, and typed text stays unless one is chosen', async ({
  parleyPage: page,
}) => {
  await newRequest(page, 'http://headers.test/')
  const table = await openTable(page, 'Headers')
  const keys = table.getByRole('textbox', { name: 'Key' })
  const values = table.getByRole('textbox', { name: 'Value' })
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await keys.last().click()
  await page.keyboard.type('conten')
  await expect(list.getByRole('option').first()).toContainText('Content-Encoding')
  await expectAccessible(page)
  await page.keyboard.type('t-ty')
  await expect(list.getByRole('option', { name: 'Content-Type' })).toContainText('The media type of the body')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(keys.first()).toHaveValue('Content-Type')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.type('ndjs')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(values.first()).toHaveValue('application/x-ndjson')

  await keys.last().click()
  await page.keyboard.type('auth')
  await expect(list).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(keys.nth(1)).toHaveValue('auth')
  await expect(values.nth(1)).toBeFocused()
  await keys.nth(1).click()
  await page.keyboard.type('o')
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(keys.nth(1)).toHaveValue('autho')
})

test('a text of 10 MB is refused by each kind of field with a next step, and the body takes it', async ({
  parleyPage: page,
}) => {
  await newRequest(page, 'http://h.test/')
  const long = 'x'.repeat(10_000_000)
  const refusal = page.getByText('The text has 9.5 MB, and a field can contain up to 488.3 KB.')
  const dismiss = async () => {
    await expect(refusal).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(refusal).toHaveCount(0)
  }
  const table = await openTable(page, 'Headers')
  await paste(page, key(table, 0), long)
  await dismiss()
  await expect(key(table, 0)).toHaveValue('')
  await paste(page, urlField(page), long)
  await dismiss()
  await expect(urlField(page)).toHaveText('http://h.test/')
  await page.getByRole('tab', { name: 'Body', exact: true }).first().click()
  await page.getByRole('radio', { name: 'Raw' }).click()
  await paste(page, page.getByRole('textbox', { name: 'Request body' }), 'y'.repeat(1_000_000))
  await expect(page.getByRole('textbox', { name: 'Request body' })).toContainText('yyyy')
})

test('the menu of a row copies, duplicates, moves and deletes it, with undo', async ({
  parleyPage: page,
}) => {
  await newRequest(page, 'http://h.test/')
  const headers = await openTable(page, 'Headers')
  await paste(page, key(headers, 0), 'X-One: 1\nX-Two: 2')
  await urlField(page).click()
  const choose = async (row: number, item: string) => {
    await value(headers, row).click({ button: 'right' })
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await choose(0, 'Copy')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('X-One: 1')
  await urlField(page).click()
  await choose(0, 'Duplicate')
  await expect.poll(() => rowsOf(headers)).toEqual(['X-One: 1', 'X-One: 1', 'X-Two: 2'])
  await expect(key(headers, 1)).toBeFocused()
  await choose(2, 'Move up')
  await expect.poll(() => rowsOf(headers)).toEqual(['X-One: 1', 'X-Two: 2', 'X-One: 1'])
  await choose(0, 'Delete')
  await expect.poll(() => rowsOf(headers)).toEqual(['X-Two: 2', 'X-One: 1'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => rowsOf(headers)).toEqual(['X-One: 1', 'X-Two: 2', 'X-One: 1'])
  await value(headers, 1).click()
  await value(headers, 1).click()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect.poll(() => rowsOf(headers)).toEqual(['X-One: 1', 'X-Two: 2', 'X-Two: 2', 'X-One: 1'])
})

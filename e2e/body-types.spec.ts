import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { responsePane } from './support/page-parts.ts'
import { field, openEcho, sendAndRead } from './support/rooms/body-types.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

async function typeIn(page: Page, editor: Locator, text: string): Promise<void> {
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

const formats = [
  ['Text', 'text/plain'],
  ['JSON', 'application/json'],
  ['XML', 'application/xml'],
  ['HTML', 'text/html'],
  ['JavaScript', 'application/javascript'],
  ['YAML', 'application/yaml'],
] as const

for (const [label, mediaType] of formats) {
  test(`Raw ${label}: the format sets the Content-Type, and the text is sent as typed${atNightUnless(label === 'JSON' || label === 'Text')}`, async ({
    parleyPage: page,
  }) => {
    await openEcho(page, 'Raw')
    await page.getByRole('button', { name: 'Raw format' }).click()
    await page.getByRole('menuitem', { name: label, exact: true }).click()
    await typeIn(page, page.getByRole('textbox', { name: 'Request body' }), `<a b="c">1</a> # ${label}`)
    const echoed = await sendAndRead(page)
    expect(echoed.bodyText).toBe(`<a b="c">1</a> # ${label}`)
    expect(field(echoed, 'content-type')).toBe(mediaType)
  })
}

// In a wider window GraphQL is beside its response, and the choice of the type is a picker.
test.use({ viewport: { width: 1270, height: 900 } })

test('Format JSON formats valid JSON, keeps names and numbers, and a mistake is shown with its position', async ({
  parleyPage: page,
}) => {
  await openEcho(page, 'Raw')
  const editor = page.getByRole('textbox', { name: 'Request body' })
  await typeIn(page, editor, '{"big":12345678901234567890,"a":{{baseUrl}},"a":1.50}')
  await page.getByRole('button', { name: 'Format JSON' }).click()
  await expect(editor).toHaveText('{  "big": 12345678901234567890,  "a": {{baseUrl}},  "a": 1.50}')
  await typeIn(page, editor, '{"a":')
  await page.getByRole('button', { name: 'Format JSON' }).click()
  const problem = 'Line 1, column 6: expected a value'
  await expect(page.getByRole('status').filter({ hasText: problem })).toBeAttached()
  await expect(editor).toHaveText('{"a":')
  await page.setViewportSize({ width: 1024, height: 700 })
  const short = page.getByRole('button', { name: problem }).getByText('1:6 expected a value')
  await expect(short).toBeVisible()
  expect(await short.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: problem })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor).toBeFocused()
  await page.keyboard.type('[1')
  await expect(editor).toHaveText('{"a":[1]')
  await page.keyboard.press('End')
  await page.keyboard.type('}')
  await expect(page.getByRole('button', { name: 'Line 1' })).toHaveCount(0)
})

test('URL Encoded: rows are sent as a form, unticked ones are not', async ({ parleyPage: page }) => {
  await openEcho(page, 'URL Encoded')
  const table = page.getByRole('grid', { name: 'URL Encoded' })
  await table.getByRole('textbox', { name: 'Key' }).first().focus()
  for (const text of ['a b', 'c&d', 'off', '1', 'a b', 'é']) {
    await page.keyboard.insertText(text)
    await page.keyboard.press('Tab')
  }
  await table.getByRole('checkbox', { name: 'Send off' }).click()
  const echoed = await sendAndRead(page)
  expect(echoed.bodyText).toBe('a+b=c%26d&a+b=%C3%A9')
  expect(field(echoed, 'content-type')).toBe('application/x-www-form-urlencoded')
  await page.getByRole('button', { name: 'Bulk edit' }).click()
  await expect(page.getByRole('textbox', { name: 'URL Encoded as text' })).toHaveValue(
    'a b: c&d\n# off: 1\na b: é',
  )
  await expectAccessible(page)
})

test('Binary: a real file is sent byte for byte, with the type of its name or of the user', async ({
  parleyPage: page,
}) => {
  const content = randomBytes(40_000)
  await openEcho(page, 'Binary')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Select file' }).click(),
  ])
  await chooser.setFiles({ name: 'photo.webp', mimeType: '', buffer: content })
  await expect(page.getByText('photo.webp')).toBeVisible()
  await expectAccessible(page)
  const echoed = await sendAndRead(page)
  expect(Buffer.from(echoed.bodyBase64, 'base64').equals(content)).toBe(true)
  expect(field(echoed, 'content-type')).toBe('image/webp')
  await page.getByRole('textbox', { name: 'Content-Type' }).fill('application/x-own')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(responsePane(page)).toContainText('application/x-own')
})

test('GraphQL: query and variables are sent as one object, and invalid variables are named', async ({
  parleyPage: page,
}) => {
  await openEcho(page, 'GraphQL')
  await typeIn(
    page,
    page.getByRole('textbox', { name: 'Query' }),
    'query Q($id: ID!) { book(id: $id) { title } }',
  )
  const variables = page.getByRole('textbox', { name: 'Variables' })
  await typeIn(page, variables, '{"id": 12345678901234567890')
  await expect(page.getByText('Line 1, column 28: expected }')).toBeVisible()
  await page.keyboard.insertText('}')
  await expect(page.getByText('Line 1, column 28')).toHaveCount(0)
  await expectAccessible(page)
  const echoed = await sendAndRead(page)
  expect(echoed.bodyText).toBe(
    '{"query":"query Q($id: ID!) { book(id: $id) { title } }","variables":{"id": 12345678901234567890}}',
  )
  expect(field(echoed, 'content-type')).toBe('application/json')
})

test('each type gets its content back', async ({ parleyPage: page }) => {
  await openEcho(page, 'GraphQL')
  await typeIn(page, page.getByRole('textbox', { name: 'Query' }), '{ a }')
  const types = page.getByRole('radiogroup', { name: 'Body type' })
  await types.getByRole('radio', { name: 'Form-data' }).click()
  const form = page.getByRole('grid', { name: 'Form-data' })
  await form.getByRole('textbox', { name: 'Key' }).first().fill('kept')
  await types.getByRole('radio', { name: 'URL Encoded' }).click()
  await types.getByRole('radio', { name: 'GraphQL' }).click()
  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveText('{ a }')
  await types.getByRole('radio', { name: 'Form-data' }).click()
  await expect(form.getByRole('textbox', { name: 'Key' }).first()).toHaveValue('kept')
})

test('every body type is reached by keyboard, and is accessible', async ({ parleyPage: page }) => {
  test.slow()
  await openEcho(page, 'None')
  const types = page.getByRole('radiogroup', { name: 'Body type' })
  for (const type of ['Raw', 'Form-data', 'URL Encoded', 'GraphQL', 'Binary']) {
    await types.getByRole('radio', { checked: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(types.getByRole('radio', { name: type })).toBeChecked()
    await expectAccessibleInThemes(page)
  }
})

test('menus of the URL row and the strip are accessible, and return the focus', async ({
  parleyPage: page,
}) => {
  test.slow()
  for (const button of ['Method', 'Send options', 'All tabs']) {
    await page.getByRole('button', { name: button }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox').or(page.getByRole('menu')).first()).toBeVisible()
    await expectAccessibleInThemes(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: button })).toBeFocused()
  }
})

test('the arrow keys choose a body type, and wrap around', async ({ parleyPage: page }) => {
  await page.getByRole('tab', { name: 'Body' }).first().click()
  const types = page.getByRole('radiogroup', { name: 'Body type' })
  const radios = types.getByRole('radio')
  await radios.first().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(radios.last()).toBeFocused()
  await expect(radios.last()).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(radios.first()).toBeFocused()
  await expect(radios.first()).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(radios.nth(1)).toBeChecked()
  await expect(types.getByRole('radio', { checked: true })).toHaveCount(1)
})

test('Find and replace in a body are its own, and one undo brings all matches back', async ({
  parleyPage: page,
}) => {
  await openEcho(page, 'Raw')
  const editor = page.getByRole('textbox', { name: 'Request body' })
  await typeIn(page, editor, '{"one": 1, "two": "one", "One": 3}')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ControlOrMeta+f')
  const bar = page.getByRole('search', { name: 'Find in Request body' })
  await expect(bar.getByRole('textbox', { name: 'Find' })).toBeFocused()
  await page.keyboard.type('one')
  await expect(bar.getByRole('status')).toHaveText('1 of 3')
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('status')).toHaveText('2 of 3')
  await bar.getByRole('button', { name: 'Match case' }).click()
  await expect(bar.getByRole('status')).toHaveText('2 of 2')
  await page.keyboard.press('ControlOrMeta+h')
  await bar.getByRole('textbox', { name: 'Replace with' }).click()
  await page.keyboard.type('1st')
  await page.keyboard.press('Enter')
  await expect(editor).toHaveText('{"one": 1, "two": "1st", "One": 3}')
  await bar.getByRole('button', { name: 'Match case' }).click()
  await bar.getByRole('button', { name: 'Replace all' }).click()
  await expect(editor).toHaveText('{"1st": 1, "two": "1st", "1st": 3}')
  await expect(bar.getByRole('status')).toHaveText('No matches')
  await expectAccessible(page)
  await bar.getByRole('textbox', { name: 'Find' }).press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(editor).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editor).toHaveText('{"one": 1, "two": "1st", "One": 3}')
  const sent = await sendAndRead(page)
  expect(sent.bodyText).toContain('"One": 3')
})

test('A body keeps its line at the top and its folds when another part of the page was shown', async ({
  parleyPage: page,
}) => {
  await openEcho(page, 'Raw')
  const editor = page.getByRole('textbox', { name: 'Request body' })
  const rows = Array.from({ length: 200 }, (_, at) => `  "row ${at}": {\n    "value": ${at}\n  }`)
  await typeIn(page, editor, `{\n${rows.join(',\n')}\n}`)
  await editor.getByText('"row 195"').click()
  await page.keyboard.press('End')
  // Nothing folds before the text is parsed.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+Shift+BracketLeft')
    await expect(editor).toContainText('"row 195": {1 key}', { timeout: 1000 })
  }).toPass()
  const top = () => editor.evaluate(element => Math.round(element.parentElement?.scrollTop ?? 0))
  const before = await top()
  expect(before).toBeGreaterThan(1_000)
  const inner = page.getByRole('tablist', { name: 'Request', exact: true })
  await inner.getByRole('tab', { name: 'Headers' }).click()
  await inner.getByRole('tab', { name: 'Body' }).click()
  // A busy machine does not count the keys of a long text before it shows it.
  await expect(editor).toContainText(/"row 195": \{(?:1 key|…)\}/)
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3)
})

test('In JSON an Arabic key stays left of its value', async ({ parleyPage: page }) => {
  await openEcho(page, 'Raw')
  const editor = page.getByRole('textbox', { name: 'Request body' })
  await typeIn(page, editor, '{"اسم": "مرحبا"}')
  const left = (name: string) =>
    editor.getByText(name).evaluate(element => element.getBoundingClientRect().left)
  await expect(editor.locator('.cm-iso')).toHaveCount(2)
  expect(await left('"اسم"')).toBeLessThan(await left('"مرحبا"'))
})

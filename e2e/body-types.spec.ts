import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { themes } from './support/appearances.ts'
import { demoAddress, newRequest, responsePane, responseStatus } from './support/page-parts.ts'
import { expect, expectAccessible, test } from './support/test.ts'

interface EchoedRequest {
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly bodyText: string
  readonly bodyBase64: string
}

/** Opens a POST to the echo endpoint of the demo API, with its Body tab. */
async function openEcho(page: Page, type: string): Promise<void> {
  await newRequest(page, `${await demoAddress(page)}/echo`)
  await page.getByRole('button', { name: 'Method' }).click()
  await page.getByRole('option', { name: 'POST' }).click()
  await page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name: 'Body', exact: true })
    .click()
  await page.getByRole('radiogroup', { name: 'Body type' }).getByRole('radio', { name: type }).click()
}

/** Sends for the first time, and returns what the echo received. */
async function sendAndRead(page: Page): Promise<EchoedRequest> {
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
  const downloading = page.waitForEvent('download')
  await responsePane(page).getByRole('button', { name: 'Download' }).first().click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await downloading).createReadStream()) chunks.push(Buffer.from(chunk))
  return JSON.parse(Buffer.concat(chunks).toString())
}

function field(request: EchoedRequest, name: string): string | undefined {
  return request.headers.find(header => header.name.toLowerCase() === name)?.value
}

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
  test(`Raw ${label}: the format sets the Content-Type, and the text is sent as typed`, async ({
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

test('Format JSON formats valid JSON, and keeps names and numbers', async ({ parleyPage: page }) => {
  await openEcho(page, 'Raw')
  const editor = page.getByRole('textbox', { name: 'Request body' })
  await typeIn(page, editor, '{"big":12345678901234567890,"a":{{baseUrl}},"a":1.50}')
  await page.getByRole('button', { name: 'Format JSON' }).click()
  await expect(editor).toHaveText('{  "big": 12345678901234567890,  "a": {{baseUrl}},  "a": 1.50}')
  await typeIn(page, editor, '{"a":')
  await page.getByRole('button', { name: 'Format JSON' }).click()
  await expect(page.getByText('This is not JSON')).toBeVisible()
  await expect(editor).toHaveText('{"a":')
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

test('Form-data: text and real files with their types, selected and dropped', async ({
  parleyPage: page,
}) => {
  await openEcho(page, 'Form-data')
  const table = page.getByRole('grid', { name: 'Form-data' })
  await table.getByRole('textbox', { name: 'Key' }).first().focus()
  await page.keyboard.insertText('title')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('The Word for World is Forest')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('cover')
  await table.getByRole('button', { name: 'Kind' }).nth(1).click()
  await page.getByRole('menuitem', { name: 'File' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    table.getByRole('button', { name: 'Select file' }).click(),
  ])
  await chooser.setFiles([
    { name: 'cover-front.png', mimeType: '', buffer: Buffer.from('first file') },
    { name: 'notes.txt', mimeType: '', buffer: Buffer.from('second file') },
  ])
  await expect(table).toContainText('cover-front.png')
  await expect(table).toContainText('10 B')
  await table.getByRole('textbox', { name: 'Content-Type' }).nth(0).fill('text/markdown')
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['{"dropped":1}'], 'data.json'))
    return transfer
  })
  await table.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(table).toContainText('data.json')
  await expectAccessible(page)
  const echoed = await sendAndRead(page)
  const boundary = /boundary=(.+)$/.exec(field(echoed, 'content-type') ?? '')?.[1] ?? ''
  const part = (head: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  expect(echoed.bodyText).toBe(
    [
      part('name="title"\r\nContent-Type: text/markdown', 'The Word for World is Forest'),
      part('name="cover"; filename="cover-front.png"\r\nContent-Type: image/png', 'first file'),
      part('name="cover"; filename="notes.txt"\r\nContent-Type: text/plain', 'second file'),
      part('name="file"; filename="data.json"\r\nContent-Type: application/json', '{"dropped":1}'),
      `--${boundary}--\r\n`,
    ].join(''),
  )
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
  await expect(page.getByText('This is not JSON')).toBeVisible()
  await page.keyboard.insertText('}')
  await expect(page.getByText('This is not JSON')).toHaveCount(0)
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

for (const colorScheme of themes) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('every body type is reached by keyboard, and is accessible', async ({ parleyPage: page }) => {
      test.slow()
      await openEcho(page, 'None')
      const types = page.getByRole('radiogroup', { name: 'Body type' })
      for (const type of ['Raw', 'Form-data', 'URL Encoded', 'GraphQL', 'Binary']) {
        await types.getByRole('radio', { checked: true }).focus()
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Space')
        await expect(types.getByRole('radio', { name: type })).toBeChecked()
        await expectAccessible(page)
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
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('button', { name: button })).toBeFocused()
      }
    })
  })
}

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

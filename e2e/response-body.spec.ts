import { once } from 'node:events'
import { createServer } from 'node:http'
import { atNightUnless } from './support/at-night.ts'
import {
  demoAddress,
  newRequest,
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  typeUrl,
  urlField,
} from './support/page-parts.ts'
import { answered, body, testScrolling, view } from './support/rooms/response-body.ts'
import { chooseTab } from './support/rooms/response-tabs.ts'
import { previewLabel } from './support/sentences.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

testScrolling({ bytes: 8_000_000, pages: 30 })

for (const [path, format, text] of [
  ['/page', 'HTML', '<h1>Bookshop</h1>'],
  ['/csv', 'CSV', '1204'],
  ['/text', 'Text', 'Kanji: 雪国'],
] as const) {
  test(`Auto detects ${path} as ${format}${atNightUnless(path === '/page')}`, async ({
    parleyPage: page,
  }) => {
    await answered(page, path)
    await expect(body(page)).toContainText(text)
    await expect(responsePane(page).getByRole('button', { name: 'Format' })).toHaveAccessibleDescription(
      format,
    )
  })
}

test('find searches all of a large body, in both directions', async ({ parleyPage: page }) => {
  await answered(page, '/large?bytes=8000000')
  await expect(view(page, 'Pretty')).toBeChecked()
  await expect(body(page)).toContainText('"title": "Book 1000000000"')
  await responsePane(page).getByRole('button', { name: 'Find in response' }).click()
  await page.keyboard.insertText('"note": ""')
  const count = responsePane(page).getByRole('search').getByRole('status')
  await expect(count).toHaveText(/^1 of [\d,]+$/)
  const last = (await count.textContent())?.replace('1 of ', '') ?? ''
  await page.keyboard.press('Shift+Enter')
  await expect(count).toHaveText(`${last} of ${last}`)
  await expect(body(page).locator('.cm-searchMatch-selected')).toBeVisible()
  await expect(body(page)).not.toContainText('Book 1000000000')
  await page.keyboard.press('Enter')
  await expect(body(page)).toContainText('Book 1000000000')
  await expect(count).toHaveText(`1 of ${last}`)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(responsePane(page).getByRole('search')).toHaveCount(0)
  await expect(body(page)).toBeFocused()
})

test('a time and a token say under the pointer what they mean', async ({ parleyPage: page }) => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${part({ alg: 'none' })}.${part({ sub: 'ann', exp: 1_700_000_000 })}.x`
  const server = createServer((_, response) =>
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ at: 1_795_910_400, token, name: 'Ann' })),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  await newRequest(page, `http://127.0.0.1:${address.port}/`)
  await sendButton(page).click()
  const hint = page.getByRole('tooltip')
  await body(page).getByText('1795910400', { exact: true }).hover()
  await expect(hint).toContainText('2026-11-29 00:00:00 UTC')
  // It may lie over the next line.
  await page.mouse.move(0, 0)
  await expect(hint).toHaveCount(0)
  await body(page).getByText(token).hover()
  await expect(hint).toContainText('Payload {"sub":"ann","exp":1700000000}')
  await expect(hint).toContainText('expired')
  await expectAccessible(page)
  await page.mouse.move(0, 0)
  await expect(hint).toHaveCount(0)
  server.close()
})

test('Pretty that is chosen while a large body arrives stays', async ({ parleyPage: page }) => {
  const isChosen = Promise.withResolvers<void>()
  const server = createServer(async (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.write(`["${'x'.repeat(1_000_000)}"`)
    await isChosen.promise
    response.end(`,"${'y'.repeat(6_000_000)}"]`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = Object(server.address())
  await newRequest(page, `http://127.0.0.1:${port}/`)
  await sendButton(page).click()
  await expect(body(page)).toContainText('xxx')
  await view(page, 'Pretty').click()
  isChosen.resolve()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(body(page).locator('.cm-line').first()).toHaveText('[')
  await expect(view(page, 'Pretty')).toBeChecked()
  server.close()
})

test('a long body folds as a short one does, and find, copy and the scroll bar respect it', async ({
  parleyPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const pane = responsePane(page)
  const placeholder = body(page).locator('.cm-foldPlaceholder')
  const line = (text: string) => body(page).locator('.cm-line').filter({ hasText: text }).first()
  const scrollRoom = () =>
    pane.locator('[data-long]').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  await answered(page, '/large?bytes=1000000')
  await expect(body(page)).toContainText('"title": "Book 1000000000"')
  await expect(responsePane(page).locator('[data-long]')).toBeVisible()
  const chevrons = pane
    .locator('.cm-foldGutter')
    .getByTitle('Fold', { exact: true })
    .filter({ visible: true })
  await chevrons.nth(1).click()
  await expect(body(page)).not.toContainText('Book 1000000000')
  await expect(placeholder).toHaveText(/^\d+ keys$/)
  await expect(placeholder).toHaveAccessibleName(/^Unfold \d+ keys$/)
  await expect(placeholder).toHaveAttribute('aria-expanded', 'false')
  await expect(line('keys')).toHaveText(/^ {2}\{\d+ keys\},$/)
  const room = await scrollRoom()
  await line('[').click()
  await page.keyboard.press('Control+Shift+BracketLeft')
  await expect(body(page)).toHaveText(/^\[\d+ items\]$/)
  expect(await scrollRoom()).toBeLessThan(room)
  expect(await scrollRoom()).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  await expect(pane).toContainText('Copied')
  const count = Number.parseInt((await placeholder.textContent()) ?? '', 10)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(copied)).toHaveLength(count)
  await pane.getByRole('button', { name: 'Find in response' }).click()
  await page.keyboard.insertText('Book 1000000000')
  await expect(body(page).locator('.cm-searchMatch-selected')).toHaveText('Book 1000000000')
  await expect(placeholder).toHaveCount(0)
  expect(await scrollRoom()).toBeGreaterThan(room)
  await page.keyboard.press('Escape')
  await expect(body(page)).toBeFocused()
  await line('[').click()
  await page.keyboard.press('Control+Shift+BracketLeft')
  await placeholder.click()
  await expect(body(page)).toContainText('Book 1000000000')
})

test('a single long line wraps, and is drawn in parts', async ({ parleyPage: page }) => {
  await answered(page, '/large-line?bytes=3000000')
  await expect(body(page)).toContainText('All in one line')
  await responsePane(page).getByRole('button', { name: 'Wrap lines' }).click()
  await expect(responsePane(page).getByRole('button', { name: 'Wrap lines' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const width = await body(page).evaluate(
    element => element.scrollWidth - (element.parentElement?.clientWidth ?? 0),
  )
  expect(width).toBeLessThanOrEqual(0)
})

test('an image opens as a preview, other binary bodies as hex, and each tab keeps its own view', async ({
  parleyPage: page,
}) => {
  const hex = responsePane(page).getByRole('textbox', { name: 'Response body as hex' })
  await answered(page, '/text')
  await view(page, 'Raw').click()
  await answered(page, '/binary?bytes=64')
  await expect(view(page, 'Hex')).toBeChecked()
  await openRequest(page, 'Image')
  await sendButton(page).click()
  await expect(view(page, 'Preview')).toBeChecked()
  await expect(responsePane(page).getByRole('img', { name: previewLabel })).toBeVisible()
  await view(page, 'Hex').click()
  await expect(hex).toContainText('89 50 4e 47 0d 0a 1a 0a')
  await expect(hex).toContainText('.PNG')
  await expect(view(page, 'Hex')).toBeChecked()
  await expectAccessible(page)
  await answered(page, '/text')
  await expect(view(page, 'Pretty')).toBeChecked()
  await view(page, 'Hex').click()
  await expect(hex).toContainText('50 6c 61 69 6e')
})

test('copy takes the whole body', async ({ parleyPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await answered(page, '/large?bytes=3000000')
  await expect(body(page)).toContainText('"title": "Book 1000000000"')
  await responsePane(page).getByRole('button', { name: 'Copy response body' }).click()
  await expect(responsePane(page)).toContainText('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(copied).length).toBeGreaterThan(1000)
  expect(copied.length).toBeGreaterThan(3_000_000)
})

test('a filter shows what a JSONPath matches, and stays when the request is sent again', async ({
  ownParleyPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const pane = responsePane(page)
  const button = pane.getByRole('button', { name: 'Filter', exact: true })
  const field = pane.getByRole('textbox', { name: 'Filter', exact: true })
  const count = pane.getByRole('search', { name: 'Filter' }).getByRole('status')
  await answered(page, '/large?bytes=300000')
  await expect(body(page)).toContainText('"title": "Book 1000000000"')
  await button.click()
  await expect(field).toBeFocused()
  await page.keyboard.insertText('$[100:102].title')
  await expect(count).toHaveText('2 matches')
  await expect(body(page)).toHaveText(/^\[\s*"Book 1000000100",\s*"Book 1000000101"\s*\]$/)
  await page.keyboard.insertText('[')
  await expect(count).toHaveText(/^Invalid JSONPath at character \d+: /)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(body(page)).toContainText('Book 1000000101')
  await expectAccessible(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(count).toHaveText('2 matches')
  await pane.getByRole('button', { name: 'Copy response body' }).click()
  await expect(pane).toContainText('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe('[\n  "Book 1000000100",\n  "Book 1000000101"\n]')
  await typeUrl(page, `${await demoAddress(page)}/books`)
  await sendButton(page).click()
  await expect(count).toHaveText('0 matches')
  await expect(body(page)).toHaveText('[]')
  await field.fill('$..title')
  await expect(count).toHaveText(/^\d+ matches$/)
  const fieldBefore = await field.elementHandle()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(() => fieldBefore?.evaluate(element => element.isConnected)).toBe(false)
  await expect(field).toBeFocused()
  await expect(body(page)).toContainText('The Left Hand of Darkness')
  await expect(body(page)).not.toContainText('author')
  await view(page, 'Raw').click()
  await expect(body(page)).toContainText('The Left Hand of Darkness')
  await expect(body(page)).not.toContainText('author')
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(button).toBeFocused()
  await expect(body(page)).toContainText('author')
  await typeUrl(page, `${await demoAddress(page)}/text`)
  await sendButton(page).click()
  await expect(body(page)).toContainText('Kanji')
  await expect(button).toBeDisabled()
  await button.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Only JSON can be filtered')
})

test('words, cases and regular expressions are found, and what is none says so', async ({
  parleyPage: page,
}) => {
  const lines = Array.from({ length: 3000 }, (_, at) => `Cat ${at} cats scat cat`)
  const server = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/plain').end(lines.join('\n')),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  await newRequest(page, `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('200 OK')
  await responsePane(page).getByText('Cat 0 cats').first().click()
  await page.keyboard.press('ControlOrMeta+f')
  const bar = responsePane(page).getByRole('search')
  const found = bar.getByRole('status')
  await page.keyboard.type('cat')
  await expect(found).toHaveText('1 of 12,000')
  await bar.getByRole('button', { name: 'Whole word' }).click()
  await expect(found).toHaveText('1 of 6,000')
  await bar.getByRole('button', { name: 'Match case' }).click()
  await expect(found).toHaveText('1 of 3,000')
  await bar.getByRole('button', { name: 'Whole word' }).click()
  await bar.getByRole('button', { name: 'Match case' }).click()
  await bar.getByRole('button', { name: 'Regular expression' }).click()
  await bar.getByRole('textbox', { name: 'Find' }).fill('^cat \\d{3} ')
  await expect(found).toHaveText('1 of 900')
  await expect(responsePane(page).locator('.cm-searchMatch-selected')).toHaveText('Cat 100 ')
  await bar.getByRole('textbox', { name: 'Find' }).fill('(cat')
  await expect(found).toContainText('Not a regular expression')
  await expectAccessible(page)
  await bar.getByRole('textbox', { name: 'Find' }).fill('(c+)+$')
  await expect(found).toHaveText('No matches')
  server.close()
})

/** Serves 300 items, each with its number and those that came before it. */
async function serveItems() {
  let sends = 0
  const server = createServer((_, response) => {
    sends += 1
    const items = Array.from({ length: 300 }, (_one, id) => ({ id, tags: ['a', 'b'], sends }))
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ items }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = Object(server.address())
  return { url: `http://127.0.0.1:${port}/items`, close: () => server.close() }
}

test('the place, the folds and the word of a response stay in other tabs, sections and the next response', async ({
  parleyPage: page,
}) => {
  const server = await serveItems()
  const pane = responsePane(page)
  const scroller = body(page).locator('..')
  await newRequest(page, server.url)
  await sendButton(page).click()
  await expect(body(page)).toContainText('"sends": 1')
  await pane.getByRole('tab', { name: 'Headers' }).click()
  await expect(body(page)).toHaveCount(0)
  await pane.getByRole('tab', { name: 'Body' }).click()
  const firstItem = body(page).locator('.cm-line').nth(2)
  await firstItem.click()
  await page.keyboard.press('Control+Shift+BracketLeft')
  await expect(firstItem).toContainText('3 keys')
  const top = () => scroller.evaluate(element => element.scrollTop)
  expect(await top(), 'the beginning is shown whole').toBe(0)
  await scroller.evaluate(element => element.scrollTo(0, 3000))
  const expectPlace = async (at: number) => {
    await expect.poll(async () => Math.abs((await top()) - at)).toBeLessThan(2)
    await scroller.evaluate(element => element.scrollTo(0, 0))
    await expect(firstItem).toContainText('3 keys')
    await scroller.evaluate((element, to) => element.scrollTo(0, to), at)
    await expect.poll(top).toBe(at)
  }
  await expectPlace(3000)

  await pane.getByRole('tab', { name: 'Headers' }).click()
  await expect(body(page)).toHaveCount(0)
  await pane.getByRole('tab', { name: 'Body' }).click()
  await expectPlace(3000)

  await page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab').first().click()
  await expect(body(page)).toHaveCount(0)
  await page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab').last().click()
  await expectPlace(3000)

  await sendButton(page).click()
  await expect(body(page)).toContainText('"sends": 2')
  await expectPlace(3000)

  await pane.getByRole('button', { name: 'Find in response' }).click()
  await page.keyboard.insertText('"id": 2')
  const count = pane.getByRole('search').getByRole('status')
  await expect(count).toHaveText('1 of 111')
  await page.keyboard.press('Enter')
  await expect(count).toHaveText('2 of 111')
  // It is scrolled to once its rows are marked.
  await expect(body(page).locator('.cm-searchMatch-selected')).toBeInViewport()
  await expect(body(page).locator('.cm-line:has(.cm-searchMatch-selected)')).toContainText('"id": 20')
  const found = await top()
  await sendButton(page).click()
  await expect(body(page)).toContainText('"sends": 3')
  await expect(count).toHaveText('2 of 111')
  await expect.poll(async () => Math.abs((await top()) - found)).toBeLessThan(2)
  server.close()
})

test('a long response stays where one was, with its folds', async ({ parleyPage: page }) => {
  const pane = responsePane(page)
  const scroller = pane.locator('[data-long]')
  await answered(page, '/large?bytes=1000000')
  await expect(body(page)).toContainText('"title": "Book 1000000000"')
  await expect(responsePane(page).locator('[data-long]')).toBeVisible()
  const chevrons = pane
    .locator('.cm-foldGutter')
    .getByTitle('Fold', { exact: true })
    .filter({ visible: true })
  await chevrons.nth(1).click()
  await expect(body(page)).not.toContainText('Book 1000000000')
  await scroller.evaluate(element => element.scrollTo(0, 50_000))
  await expect.poll(() => scroller.evaluate(element => element.scrollTop)).toBe(50_000)
  const line = body(page).locator('.cm-line').first()
  await pane.getByRole('tab', { name: 'Headers' }).click()
  await expect(line).toHaveCount(0)
  await pane.getByRole('tab', { name: 'Body' }).click()
  await expect.poll(() => scroller.evaluate(element => element.scrollTop)).toBe(50_000)
  await body(page).focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(body(page).locator('.cm-foldPlaceholder')).toHaveText(/^\d+ keys$/)
})

test('the keys that go to the start of a long response win over rows that are still loading', async ({
  parleyPage: page,
}) => {
  const scroller = responsePane(page).locator('[data-long]')
  await page.addInitScript(() => {
    const { fetch } = window
    window.fetch = async (...request) => {
      const response = await fetch(...request)
      const hold = Reflect.get(window, 'holdResponse')
      if (hold === undefined || !response.url.includes('/bodies/readRows')) return response
      const text = await response.text()
      await hold()
      return new Response(text, response)
    }
  })
  await page.reload()
  await answered(page, '/large?bytes=1000000')
  await expect(body(page)).toContainText('"title": "Book 1000000000"')
  await body(page).focus()
  const top = await scroller.evaluate(async element => {
    const [loaded, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    Reflect.set(window, 'holdResponse', () => {
      loaded.resolve()
      return shown.promise
    })
    element.scrollTo(0, 50_000)
    await loaded.promise
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Home', code: 'Home', keyCode: 36, ctrlKey: true, bubbles: true }),
    )
    shown.resolve()
    // The rows, and the frames after which the editor would have scrolled.
    for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame)
    return element.scrollTop
  })
  expect(top).toBe(0)
  await expect(body(page)).toContainText('"title": "Book 1000000000"')
  await expect(body(page).locator('.cm-activeLine')).toHaveText('[')
})

test('a URL in a body or a header opens as a new request, which is not sent', async ({
  parleyPage: page,
}) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const self = `http://127.0.0.1:${Object(server.address()).port}`
    response.setHeader('Content-Type', 'application/json').setHeader('Content-Location', '/v2/page?a=1')
    response.setHeader('Link', '<?page=2>; rel="next"')
    response.end(JSON.stringify({ next: `${self}/next?to={{token}}`, other: `${self}/other` }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${Object(server.address()).port}`
  await newRequest(page, `${origin}/v1/books`)
  const name = (path: string) => page.getByRole('tab', { name: path, exact: true })
  await sendButton(page).click()
  const text = (part: string) => body(page).getByText(part)
  // The pointer would be over another text once it is formatted.
  await expect(body(page)).toContainText('"other": "')
  await text('/other').hover()
  await expect(body(page).locator('.cm-url')).toHaveText([`${origin}/other`])
  await expect(page.getByRole('tooltip')).toContainText('opens this URL in a new request tab')
  await page.keyboard.down('ControlOrMeta')
  await expect(body(page).locator('.cm-url')).toHaveText([`${origin}/next?to=`, `${origin}/other`])
  await page.keyboard.up('ControlOrMeta')
  await text('/other').click({ modifiers: ['ControlOrMeta'] })
  await expect(urlField(page)).toHaveText(`${origin}/other`)
  await expect(urlField(page)).toBeFocused()
  await expect(name('/other')).toHaveAccessibleDescription(/Unsaved changes/)
  await name('/v1/books').click()
  await view(page, 'Raw').click()
  // The pointer underlines the URL, which makes new elements of the text.
  const place = await text('/next').boundingBox()
  await page.mouse.click((place?.x ?? 0) + 100, (place?.y ?? 0) + 8, { button: 'right' })
  await page.getByRole('menuitem', { name: `Open ${origin}/next?to= in a new tab` }).click()
  await expect(urlField(page)).toHaveText(`${origin}/next?to=`)
  await name('/v1/books').click()
  await chooseTab(page, 'Headers')
  const headers = page.getByRole('region', { name: 'Response headers' })
  await headers.getByText('/v2/page?a=1').click({ modifiers: ['ControlOrMeta'] })
  await expect(urlField(page)).toHaveText(`${origin}/v2/page?a=1`)
  await name('/v1/books').click()
  await headers.getByRole('button', { name: 'Copy link' }).focus()
  await page.keyboard.press('Shift+F10')
  const openNext = page.getByRole('menuitem', { name: `Open ${origin}/v1/books?page=2 in a new tab` })
  await expect(openNext).toBeVisible()
  await expectAccessibleInThemes(page)
  await openNext.click()
  await expect(urlField(page)).toHaveText(`${origin}/v1/books?page=2`)
  expect(asked).toEqual(['/v1/books'])
  server.close()
})

test('the menu of a value copies it and its path, filters by it, and sets a variable from it', async ({
  parleyPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const server = createServer((_, response) =>
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ items: [{ id: 7 }, { 'the name': 'a "b"', tags: ['x'] }] })),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await newRequest(page, `http://127.0.0.1:${Object(server.address()).port}/values`)
  await sendButton(page).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const choose = async (value: string, action: string) => {
    await body(page).getByText(value).click({ button: 'right' })
    await page.getByRole('menu', { name: 'Value' }).getByRole('menuitem', { name: action }).click()
  }
  await choose('"the name"', 'Copy value')
  await expect.poll(copied).toBe('a "b"')
  await choose('"tags"', 'Copy path')
  await expect.poll(copied).toBe('$.items[1].tags')
  // By keys: where the cursor is.
  await body(page).getByText('"x"').click()
  await page.keyboard.press('Shift+F10')
  await expectAccessibleInThemes(page)
  await page.keyboard.press('Enter')
  await expect.poll(copied).toBe('x')
  await expect(body(page)).toBeFocused()
  await choose('"the name"', 'Filter by this')
  await expect(responsePane(page).getByRole('textbox', { name: 'Filter' })).toHaveValue(
    '$.items[1]["the name"]',
  )
  await expect(body(page)).not.toContainText('tags')
  await body(page).getByText('"a').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Copy path' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await responsePane(page).getByRole('button', { name: 'Close filter' }).click()
  await choose('"id"', 'Set as variable…')
  const table = page.getByRole('grid', { name: 'Set variables' })
  await expect(table.getByRole('textbox', { name: 'Variable' }).first()).toBeFocused()
  await expect(table.getByRole('textbox', { name: 'Expression' }).first()).toHaveValue('res.body.items[0].id')
  await page.keyboard.type('bookId')
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(table.getByRole('textbox', { name: 'Expression' })).toHaveCount(1)
  await expect(table.getByRole('textbox', { name: 'Expression' })).toHaveValue('')
  server.close()
})

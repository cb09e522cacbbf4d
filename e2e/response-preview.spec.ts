import { demoAddress, newRequest, responsePane, responseStatus, sendButton } from './support/page-parts.ts'
import { preview, previewed, serve } from './support/rooms/response-preview.ts'
import { previewLabel } from './support/sentences.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

test.use({ previewsAreStopped: true })

test('JSON shows as a table, nested values as tables of their own', async ({ parleyPage: page }) => {
  await previewed(page, `${await demoAddress(page)}/books`)
  const table = page.getByRole('table', { name: 'Response as a table' })
  await expect(table.getByRole('columnheader', { name: 'title' })).toBeVisible()
  await expect(table.getByRole('cell', { name: 'The Left Hand of Darkness' })).toBeVisible()
  await expectAccessibleInThemes(page)
  await table
    .getByRole('row')
    .filter({ hasText: 'The Left Hand of Darkness' })
    .getByRole('button', { name: /items?$/ })
    .click()
  await expect(table.getByRole('cell', { name: 'paperback' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Path' }).getByRole('button', { name: 'Root' }).click()
  await expect(table.getByRole('cell', { name: 'The Left Hand of Darkness' })).toBeVisible()
})

test('CSV shows as a table, and Markdown formatted and without links', async ({ parleyPage: page }) => {
  const csv = await serve('text/csv', 'name;price\n"Le Guin; Ursula";12\n\n<b>x</b>\u202e;3\n')
  await previewed(page, csv.url)
  const format = responsePane(page).getByRole('button', { name: 'Format', exact: true })
  await expect(format).toHaveAccessibleDescription('CSV')
  const table = page.getByRole('table', { name: 'Response as a table' })
  await expect(table.getByRole('columnheader')).toHaveText(['name', 'price'])
  await expect(table.getByRole('cell')).toHaveText(['Le Guin; Ursula', '12', '<b>x</b>‹U+202E›', '3'])
  await expectAccessibleInThemes(page)
  await previewed(page, (await serve('text/csv', 'a,b\n"open')).url)
  await expect(responsePane(page)).toContainText('Pretty shows the text.')
  await previewed(page, (await serve('text/csv', `${','.repeat(999)}\n`.repeat(900))).url)
  await expect(responsePane(page)).toContainText('This is the beginning of the table.')
  expect(await table.locator('td').count()).toBeLessThanOrEqual(10_000)
  const markdown = await serve('text/markdown; charset=utf-8', '# Shop\n\n[outside](http://a.test/) `code`')
  await previewed(page, markdown.url)
  const text = page.getByRole('region', { name: 'Preview of the response' })
  await expect(text.getByRole('heading', { name: 'Shop' })).toBeVisible()
  await expect(text.getByRole('link')).toHaveCount(0)
  await expectAccessibleInThemes(page)
})

test('a PDF is drawn', async ({ parleyPage: page }) => {
  await previewed(page, `${await demoAddress(page)}/document.pdf`)
  const drawn = page.getByRole('img', { name: 'Page 1 of 1' })
  await expect(drawn).toBeVisible()
  const darkPixels = await drawn.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
      data: [],
    }
    let count = 0
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100) count += 1
    return count
  })
  expect(darkPixels).toBeGreaterThan(500)
  await expectAccessibleInThemes(page)
})

test('a list of 20 MB is a table, of which the page holds only visible rows', async ({
  parleyPage: page,
}) => {
  const count = 120_000
  const items = Array.from({ length: count }, (_, id) => ({
    id,
    name: `Item ${id}`,
    note: 'x'.repeat(120),
    tags: ['a', id],
  }))
  const content = JSON.stringify(items)
  expect(content.length).toBeGreaterThan(20_000_000)
  const source = await serve('application/json', content)
  const session = await page.context().newCDPSession(page)
  const heapBytes = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  }
  await newRequest(page, source.url)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  const before = await heapBytes()
  await preview(page).click()
  const table = page.getByRole('table', { name: 'Response as a table' })
  await expect(table.getByRole('cell', { name: 'Item 0', exact: true })).toBeVisible()
  await expect(table).toHaveAttribute('aria-rowcount', String(count + 1))
  await page.getByRole('region', { name: 'Response as a table' }).focus()
  await page.keyboard.press('End')
  const last = table.getByRole('row').filter({ hasText: `Item ${count - 1}` })
  await expect(last).toBeInViewport()
  await page.keyboard.press('PageUp')
  await expect(table.getByRole('row').filter({ hasText: `Item ${count - 15}` })).toBeVisible()
  await page.keyboard.press('Home')
  await expect(table.getByRole('cell', { name: 'Item 0', exact: true })).toBeInViewport()
  await page.keyboard.press('End')
  expect(await table.getByRole('row').count()).toBeLessThan(120)
  await last.getByRole('button', { name: '2 items' }).click()
  await expect(table.getByRole('cell', { name: String(count - 1), exact: true })).toBeVisible()
  await expectAccessible(page)
  expect((await heapBytes()) - before).toBeLessThan(10_000_000)
  source.close()
})

test('the table is sorted by its heads, and Find goes on in the text', async ({ parleyPage: page }) => {
  const items = [
    { id: 2, name: 'b' },
    { id: 10, name: 'a' },
    { id: 9, name: 'c' },
  ]
  const source = await serve('application/json', JSON.stringify(items))
  await newRequest(page, source.url)
  await sendButton(page).click()
  await preview(page).click()
  const table = page.getByRole('table', { name: 'Response as a table' })
  await expect(table.getByRole('cell')).toHaveText(['2', 'b', '10', 'a', '9', 'c'])
  const head = table.getByRole('columnheader', { name: 'id' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(table.getByRole('cell')).toHaveText(['2', 'b', '9', 'c', '10', 'a'])
  await head.getByRole('button').click()
  await expect(table.getByRole('cell')).toHaveText(['10', 'a', '9', 'c', '2', 'b'])
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.insertText('"c"')
  await expect(responsePane(page).getByRole('search').getByRole('status')).toHaveText('1 of 1')
  await expect(responsePane(page).getByRole('radio', { name: 'Pretty', exact: true })).toBeChecked()
  source.close()
})

test('a table with more rows than a browser can draw is scrolled row by row', async ({
  parleyPage: page,
}) => {
  const count = 1_000_000
  const source = await serve('application/json', `[${Array.from({ length: count }, (_, id) => id).join()}]`)
  await previewed(page, source.url)
  const table = page.getByRole('table', { name: 'Response as a table' })
  const cell = (text: number) => table.getByRole('cell', { name: String(text), exact: true })
  await expect(cell(0)).toBeInViewport()
  await page.getByRole('region', { name: 'Response as a table' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(cell(0)).not.toBeInViewport()
  await expect(cell(1)).toBeInViewport()
  await page.keyboard.press('End')
  await expect(cell(count - 1)).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(cell(0)).toBeInViewport()
  await cell(3).hover()
  await page.mouse.wheel(0, 60)
  await expect(cell(1)).not.toBeInViewport()
  await expect(cell(2)).toBeInViewport()
  source.close()
})

test('a large body that is not JSON says what to do', async ({ parleyPage: page }) => {
  const source = await serve('application/json', `[${'1,'.repeat(1_000_000)}`)
  await previewed(page, source.url)
  await expect(responsePane(page)).toContainText('The body is not JSON')
  await expect(responsePane(page)).toContainText('Raw shows it as received')
  source.close()
})

test('a page declared as text stays text (UI3)', async ({ parleyPage: page }) => {
  const source = await serve('text/plain', '<script>top.document.title="pwned"</script><h1>Shown</h1>')
  await previewed(page, source.url)
  await expect(responsePane(page)).toContainText('There is no preview of text/plain.')
  await responsePane(page).getByRole('button', { name: 'Format', exact: true }).click()
  await page.getByRole('menuitem', { name: 'HTML' }).click()
  await expect(page.frameLocator('iframe').getByText('<h1>Shown</h1>')).toBeVisible()
  source.close()
})

test('sound plays by ticket', async ({ parleyPage: page }) => {
  const source = await serve('audio/wav', silence(800))
  await previewed(page, source.url)
  const player = page.getByLabel(previewLabel)
  await expect.poll(() => player.evaluate((element: HTMLAudioElement) => element.duration)).toBeCloseTo(0.1)
  source.close()
})

test('a long sound seeks to its middle and plays on, and its address expires with the player', async ({
  parleyPage: page,
}) => {
  const seconds = 1_800
  const source = await serve('audio/wav', silence(seconds * 8_000))
  const ranges: string[] = []
  page.on('response', response => {
    if (response.url().includes('/ticket/')) ranges.push(response.headers()['content-range'] ?? '')
  })
  await previewed(page, source.url)
  const player = page.getByLabel(previewLabel)
  await expect.poll(() => player.evaluate((element: HTMLAudioElement) => element.duration)).toBe(seconds)
  const address = await player.evaluate((element: HTMLAudioElement) => element.currentSrc)
  await player.evaluate(async (element: HTMLAudioElement, middle) => {
    element.currentTime = middle
    await element.play()
  }, seconds / 2)
  await expect
    .poll(() => player.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(seconds / 2 + 0.2)
  expect(await player.evaluate((element: HTMLAudioElement) => element.error)).toBeNull()
  expect(ranges.some(range => Number(/^bytes (\d+)-/.exec(range)?.[1]) > 7_000_000)).toBe(true)
  const statusOf = () => page.evaluate(async path => (await fetch(path)).status, address)
  expect(await statusOf()).toBe(200)
  await responsePane(page).getByRole('radio', { name: 'Hex' }).click()
  await expect.poll(statusOf).toBe(404)
  expect(source.asked).toEqual(['/'])
  source.close()
})

/** Creates a WAV file of silence with 8-bit samples at 8,000 a second. */
function silence(samples: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}

test('a cell of the table has a menu, also by keys', async ({ parleyPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const long = 'long '.repeat(200)
  const source = await serve(
    'application/json',
    JSON.stringify([
      { id: 1, tags: ['a', 'b'] },
      { id: 2, long },
    ]),
  )
  await previewed(page, source.url)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const table = page.getByRole('table', { name: 'Response as a table' })
  await page.getByRole('region', { name: 'Response as a table' }).focus()
  await page.keyboard.press('Enter')
  await expect(table.getByRole('cell', { name: '1', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(table.getByRole('button', { name: '2 items' })).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expectAccessibleInThemes(page)
  await page.getByRole('menuitem', { name: 'Copy value' }).click()
  await expect.poll(copied).toBe('[\n  "a",\n  "b"\n]')
  await table.getByRole('cell', { name: 'long long' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy value' }).click()
  await expect.poll(copied).toBe(long)
  await table.getByRole('cell', { name: 'long long' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Filter by this' }).click()
  await expect(responsePane(page).getByRole('textbox', { name: 'Filter' })).toHaveValue('$[1].long')
  await expect(preview(page)).not.toBeChecked()
  source.close()
})

test('XML shows as a tree that folds, in which no entity expands and nothing is fetched', async ({
  parleyPage: page,
}) => {
  const books = Array.from({ length: 3000 }, (_, id) => `<book id="${id}">Book ${id} &amp; more</book>`)
  const source = await serve(
    'application/xml',
    `<!DOCTYPE shop SYSTEM "/shop.dtd" [<!ENTITY e SYSTEM "/entity">]><!-- all --><shop><open>&e;</open><books>${books.join('')}</books><end/></shop>`,
  )
  await previewed(page, source.url)
  const tree = page.getByRole('tree', { name: previewLabel })
  const row = (text: string) => tree.getByRole('treeitem').filter({ hasText: text }).first()
  await expect(row('&e;')).toBeVisible()
  await expect(row('Book 0 &amp; more')).toBeVisible()
  const name = row('books').getByText('books', { exact: true })
  expect(await name.evaluate(element => element.scrollWidth <= element.clientWidth), 'a name alone').toBe(
    true,
  )
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(200)
  await expectAccessibleInThemes(page)
  await tree.focus()
  await page.keyboard.press('End')
  await expect(row('end')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(row('Book 2999')).toHaveAttribute('data-active')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(row('books')).toHaveAttribute('aria-expanded', 'false')
  await expect(tree.getByRole('treeitem')).toHaveCount(6)
  await row('books').click()
  await expect(row('Book 0')).toBeVisible()
  expect(source.asked).toEqual(['/'])
  source.close()
  const broken = await serve('text/xml', '<a><b></a>')
  await previewed(page, broken.url)
  await expect(responsePane(page)).toContainText('The body is not well-formed XML.')
  broken.close()
})

import type { Locator, Page } from '@playwright/test'
import { arrowTo, tabTo } from './support/by-keyboard.ts'
import { demoAddress, responsePane, responseStatus, sendButton, urlField } from './support/page-parts.ts'
import { test } from './support/rooms/keyboard-only.ts'
import { awaiting, nothingSent } from './support/sentences.ts'
import { serveLater } from './support/serve-bytes.ts'
import { expect } from './support/test.ts'

const strip = (page: Page): Locator => page.getByRole('tablist', { name: 'Open requests' })
const requestTab = (page: Page, name: string): Locator =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })
const responseTab = (page: Page, name: string): Locator =>
  page.getByRole('tablist', { name: 'Response', exact: true }).getByRole('tab', { name, exact: true })
const responseBody = (page: Page): Locator =>
  responsePane(page).getByRole('textbox', { name: 'Response body', exact: true })

/** Moves the focus from anywhere to the selected tab of a list, then along it. */
async function chooseTab(page: Page, tab: Locator): Promise<void> {
  const selected = tab.locator('xpath=..').getByRole('tab', { selected: true })
  await tabTo(page, selected)
  await arrowTo(page, tab, 'ArrowRight')
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}

/** Opens a request to a URL, or to a path of the demo API. */
async function newRequest(page: Page, target: string): Promise<void> {
  const url = target.startsWith('/') ? `${await demoAddress(page)}${target}` : target
  await page.keyboard.press('Alt+t')
  await expect(urlField(page)).toBeFocused()
  await page.keyboard.insertText(url)
}

async function send(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
}

/** Types rows, beginning in the empty Key of a table. */
async function typeRows(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
}

test('a request is created with the + menu, with method, URL, params, headers and cookies, and sent', async ({
  keyboardPage: page,
}) => {
  const address = await demoAddress(page)
  await tabTo(page, page.getByRole('button', { name: 'New request', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'HTTP' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(urlField(page)).toBeFocused()
  await page.keyboard.insertText(`${address}/echo`)

  const method = page.getByRole('button', { name: 'Method' })
  await tabTo(page, method, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(method).toHaveAccessibleDescription('POST')
  await expect(method).toBeFocused()

  const params = page.getByRole('grid', { name: 'Params' })
  await tabTo(page, params.getByRole('textbox', { name: 'Key' }).first())
  await typeRows(page, ['a', '1', 'b', '2', 'c', '3', 'd', '4'])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(urlField(page)).toHaveText(`${address}/echo?a=1&b=2&d=4&c=3`)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(params.getByRole('checkbox', { name: 'Send b' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(params.getByRole('checkbox', { name: 'Send b' })).not.toBeChecked()
  await page.keyboard.press('ArrowUp')
  await arrowTo(page, params.getByRole('button', { name: 'Remove' }).first(), 'ArrowRight')
  await page.keyboard.press('Enter')
  await expect(urlField(page)).toHaveText(`${address}/echo?d=4&c=3`)

  await tabTo(page, requestTab(page, 'Params'), 'Shift+Tab')
  await chooseTab(page, requestTab(page, 'Headers'))
  const headers = page.getByRole('grid', { name: 'Headers' })
  await tabTo(page, headers.getByRole('textbox', { name: 'Key' }).first())
  await typeRows(page, ['X-Typed', 'by keys'])
  await tabTo(page, requestTab(page, 'Headers'), 'Shift+Tab')
  await chooseTab(page, requestTab(page, 'Cookies'))
  const cookies = page.getByRole('grid', { name: 'Cookies' })
  await tabTo(page, cookies.getByRole('textbox', { name: 'Key' }).first())
  await typeRows(page, ['taste', 'oat'])

  await tabTo(page, sendButton(page), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(responsePane(page)).toContainText('"method": "POST"')
  await expect(responsePane(page)).toContainText('/v1/echo?d=4&c=3')
  await expect(responsePane(page)).toContainText('"by keys"')
  await expect(responsePane(page)).toContainText('"taste=oat"')
})

test('the text of a table is edited in bulk, and generated headers are hidden', async ({
  keyboardPage: page,
}) => {
  await newRequest(page, '/echo')
  await chooseTab(page, requestTab(page, 'Headers'))
  await tabTo(page, page.getByRole('button', { name: 'Generated' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('grid', { name: 'Generated' })).toHaveCount(0)
  const bulk = page.getByRole('button', { name: 'Bulk edit' })
  await tabTo(page, bulk)
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('textbox', { name: 'Headers as text' }))
  await page.keyboard.insertText('X-One: 1\nX-Two: 2')
  await tabTo(page, bulk, 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(
    page.getByRole('grid', { name: 'Headers' }).getByRole('checkbox', { name: /^Send X/ }),
  ).toHaveCount(2)
})

test('each type of body is chosen and filled in', async ({ keyboardPage: page }) => {
  test.slow()
  // In a wider window GraphQL is beside its response, and the choice is a picker.
  await page.setViewportSize({ width: 1270, height: 900 })
  await newRequest(page, '/echo')
  await tabTo(page, page.getByRole('button', { name: 'Method' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('post')
  await page.keyboard.press('Enter')
  await chooseTab(page, requestTab(page, 'Body'))
  const types = page.getByRole('radiogroup', { name: 'Body type' })
  const chooseType = async (name: string): Promise<void> => {
    if (!(await types.getByRole('radio', { checked: true }).evaluate(one => one === document.activeElement)))
      await tabTo(page, types.getByRole('radio', { checked: true }), 'Shift+Tab')
    await arrowTo(page, types.getByRole('radio', { name, exact: true }), 'ArrowRight')
    await page.keyboard.press('Space')
    await expect(types.getByRole('radio', { name, exact: true })).toBeChecked()
  }
  await tabTo(page, types.getByRole('radio', { checked: true }))

  await chooseType('Raw')
  await tabTo(page, page.getByRole('button', { name: 'Raw format' }))
  await page.keyboard.press('Enter')
  await page.keyboard.type('xml')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Raw format' })).toHaveAccessibleDescription('XML')
  await tabTo(page, page.getByRole('textbox', { name: 'Request body' }))
  await page.keyboard.insertText('<kept/>')
  await page.keyboard.press('Escape')

  await chooseType('Form-data')
  const form = page.getByRole('grid', { name: 'Form-data' })
  await tabTo(page, form.getByRole('textbox', { name: 'Key' }).first())
  await page.keyboard.type('cover')
  await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('button', { name: 'Kind' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('file')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Kind' })).toBeFocused()
  await arrowTo(page, form.getByRole('button', { name: 'Select file' }), 'ArrowRight')
  await selectFile(page, 'cover.png')
  await expect(form).toContainText('cover.png')

  await chooseType('URL Encoded')
  const encoded = page.getByRole('grid', { name: 'URL Encoded' })
  await tabTo(page, encoded.getByRole('textbox', { name: 'Key' }).first())
  await typeRows(page, ['a', '1'])

  await chooseType('GraphQL')
  await tabTo(page, page.getByRole('textbox', { name: 'Query' }))
  await page.keyboard.insertText('{ books }')
  await tabTo(page, page.getByRole('textbox', { name: 'Variables' }))
  await page.keyboard.insertText('{}')
  await page.keyboard.press('Escape')

  await chooseType('Binary')
  await tabTo(page, page.getByRole('button', { name: 'Select file' }))
  await selectFile(page, 'photo.webp')
  await expect(page.getByText('photo.webp')).toBeVisible()
  await send(page)
  await expect(responsePane(page)).toContainText('image/webp')
})

test('the focus stays on the type of the body where GraphQL moves beside its response, and back', async ({
  keyboardPage: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await newRequest(page, '/echo')
  await chooseTab(page, requestTab(page, 'Body'))
  const types = page.getByRole('radiogroup', { name: 'Body type' })
  await tabTo(page, types.getByRole('radio', { checked: true }))
  await arrowTo(page, types.getByRole('radio', { name: 'URL Encoded', exact: true }), 'ArrowRight')
  await page.keyboard.press('ArrowRight')
  const picker = page.getByRole('button', { name: 'Body type' })
  await expect(picker).toBeFocused()
  await expect(picker).toHaveAccessibleDescription('GraphQL')
  await page.keyboard.press('Enter')
  await page.keyboard.type('raw')
  await page.keyboard.press('Enter')
  await expect(types.getByRole('radio', { name: 'Raw', exact: true })).toBeFocused()
})

async function selectFile(page: Page, name: string): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  await chooser.setFiles({ name, mimeType: '', buffer: Buffer.from('a file') })
}

test('scripts are written, and the settings of a request are changed', async ({ keyboardPage: page }) => {
  await newRequest(page, '/redirect/1')
  await chooseTab(page, requestTab(page, 'Script'))
  await tabTo(page, page.getByRole('radio', { name: 'Pre Request' }))
  await page.keyboard.press('ArrowRight')
  const script = page.getByRole('textbox', { name: 'Post Response script' })
  await tabTo(page, script)
  await page.keyboard.insertText('tool.test("is moved", () => tool.expect(tool.response.code).to.equal(302))')
  await page.keyboard.press('Escape')
  await tabTo(page, requestTab(page, 'Script'), 'Shift+Tab')
  await chooseTab(page, requestTab(page, 'Settings'))
  const follow = page.getByRole('radiogroup', { name: 'Follow redirects' })
  await tabTo(page, follow.getByRole('radio', { checked: true }))
  await arrowTo(page, follow.getByRole('radio', { name: 'Off' }), 'ArrowRight')
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(responseStatus(page)).toContainText('302')
  await page.keyboard.press('F6')
  await chooseTab(page, responseTab(page, 'Test Results'))
  await expect(responsePane(page)).toContainText('1 / 1 passed')
})

test('a send is cancelled, fails and is retried', async ({ keyboardPage: page }) => {
  const silent = await serveLater()
  await newRequest(page, silent.url)
  await page.keyboard.press('Enter')
  await expect(responsePane(page).getByText(awaiting)).toBeVisible()
  await tabTo(page, responsePane(page).getByRole('button', { name: 'Cancel' }))
  await page.keyboard.press('Enter')
  await expect(responsePane(page).getByText(nothingSent)).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
  await page.keyboard.press('Alt+l')
  await expect(urlField(page)).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('http://127.0.0.1:9/')
  await page.keyboard.press('Enter')
  await expect(responsePane(page).getByText('ECONNREFUSED')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(`${await demoAddress(page)}/status/200`)
  await tabTo(page, responsePane(page).getByRole('button', { name: 'Retry' }))
  await page.keyboard.press('Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(page.locator('body')).not.toBeFocused()
  silent.close()
})

test('Retry keeps the focus in the pane while the body viewer is still loading', async ({
  keyboardPage: page,
}) => {
  let load: () => void = () => undefined
  const isWanted = new Promise<void>(resolve => {
    load = resolve
  })
  await page.route('**/assets/ResponseBody-*.js', async route => {
    await isWanted
    await route.continue()
  })
  await newRequest(page, '/status/200')
  const address = await demoAddress(page)
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('http://127.0.0.1:9/')
  await page.keyboard.press('Enter')
  await expect(responsePane(page).getByText('ECONNREFUSED')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(`${address}/status/200`)
  await tabTo(page, responsePane(page).getByRole('button', { name: 'Retry' }))
  await page.keyboard.press('Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
  load()
  await expect(responseTab(page, 'Body')).toBeFocused()
})

test('Send options downloads', async ({ keyboardPage: page }) => {
  await newRequest(page, '/image')
  await tabTo(page, page.getByRole('button', { name: 'Send options' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await downloading).suggestedFilename()).toBe('image.png')
})

test('a response is read in every view, searched, copied and downloaded', async ({ keyboardPage: page }) => {
  test.slow()
  await newRequest(page, '/books')
  await send(page)
  await expect(responseBody(page)).toBeVisible()
  await page.keyboard.press('F6')
  await expect(responseTab(page, 'Body')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(responseBody(page)).toBeFocused()
  await page.keyboard.press('F6')
  await page.keyboard.press('Shift+F6')

  const format = responsePane(page).getByRole('button', { name: 'Format', exact: true })
  await tabTo(page, format)
  await page.keyboard.press('Enter')
  await page.keyboard.type('text')
  await page.keyboard.press('Enter')
  await expect(format).toHaveAccessibleDescription('Text')
  await expect(format).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')

  const views = responsePane(page).getByRole('radiogroup', { name: 'View' })
  await tabTo(page, views.getByRole('radio', { checked: true }))
  for (const [name, shown] of [
    ['Raw', responseBody(page)],
    [
      'Preview',
      responsePane(page)
        .getByRole('tree')
        .or(responsePane(page).getByRole('treegrid'))
        .or(responsePane(page).getByRole('table')),
    ],
    ['Hex', responsePane(page).getByRole('textbox', { name: 'Response body as hex' })],
    ['Pretty', responseBody(page)],
  ] as const) {
    await arrowTo(page, views.getByRole('radio', { name }), name === 'Pretty' ? 'ArrowLeft' : 'ArrowRight')
    await page.keyboard.press('Space')
    await expect(views.getByRole('radio', { name })).toBeChecked()
    await expect(shown.first()).toBeVisible()
  }

  await tabTo(page, responsePane(page).getByRole('button', { name: 'Wrap lines' }))
  await page.keyboard.press('Space')
  await tabTo(page, responsePane(page).getByRole('button', { name: 'Copy response body' }))
  await page.keyboard.press('Enter')
  await expect(responsePane(page)).toContainText('Copied')
  await tabTo(page, responsePane(page).getByRole('button', { name: 'Download' }).first())
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await downloading).suggestedFilename()).toMatch(/^books/)

  await tabTo(page, responseBody(page))
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused()
  await page.keyboard.type('Dispossessed')
  await expect(responsePane(page).getByRole('search').getByRole('status')).toHaveText('1 of 1')
  await page.keyboard.press('Escape')
  await expect(responseBody(page)).toBeFocused()
  await tabTo(page, responsePane(page).getByRole('button', { name: 'Find in response' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
})

test('headers, cookies and the timeline of a response are read', async ({ keyboardPage: page }) => {
  await newRequest(page, '/cookies/sampler')
  await send(page)
  await page.keyboard.press('F6')
  await chooseTab(page, responseTab(page, 'Headers'))
  await tabTo(page, responsePane(page).getByRole('button', { name: 'Copy headers' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Content-Type')
  await tabTo(page, responseTab(page, 'Headers'), 'Shift+Tab')
  await chooseTab(page, responseTab(page, 'Cookies'))
  await expect(page.getByRole('rowheader', { name: 'sampler_strict', exact: true })).toBeVisible()
  await tabTo(
    page,
    responsePane(page)
      .getByRole('button', { name: /^Size/ })
      .or(responseStatus(page).getByRole('button'))
      .first(),
  )
  await expect(page.getByRole('tooltip')).toContainText('HTTP/1.1')
  await tabTo(page, responseTab(page, 'Cookies'), 'Shift+Tab')
  await chooseTab(page, responseTab(page, 'Timeline'))
  await tabTo(page, page.getByRole('region', { name: 'Timeline' }))
  const top = await page.getByRole('region', { name: 'Timeline' }).evaluate(region => region.scrollTop)
  await page.keyboard.press('End')
  await expect
    .poll(() => page.getByRole('region', { name: 'Timeline' }).evaluate(region => region.scrollTop))
    .toBeGreaterThan(top)
})

test('tabs are opened from the tree, reordered, searched, duplicated and closed', async ({
  keyboardPage: page,
}) => {
  const tree = page.getByRole('tree', { name: 'Collections' })
  await tabTo(page, tree)
  await arrowTo(page, tree.getByRole('treeitem', { name: 'Echo', exact: true }), 'ArrowDown')
  await page.keyboard.press('Enter')
  const echo = strip(page).getByRole('tab', { name: 'Echo' })
  await expect(echo).toHaveAttribute('aria-selected', 'true')

  await tabTo(page, echo)
  await page.keyboard.press('Control+Shift+ArrowLeft')
  const names = () =>
    strip(page)
      .getByRole('tab')
      .evaluateAll(tabs => tabs.map(tab => tab.getAttribute('aria-label')))
  expect(await names()).toEqual(['Echo', 'List books'])
  await expect(echo).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(strip(page).getByRole('tab', { name: 'List books' })).toBeFocused()

  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu', { name: 'Tab' })).toBeVisible()
  await arrowTo(page, page.getByRole('menuitem', { name: 'Duplicate Tab' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['Echo', 'List books', 'List books'])
  await expect(strip(page).getByRole('tab', { selected: true })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'All tabs' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Search tabs' })).toBeFocused()
  await page.keyboard.type('echo')
  await page.keyboard.press('Enter')
  await expect(echo).toHaveAttribute('aria-selected', 'true')
  await tabTo(page, echo, 'Shift+Tab')
  await page.keyboard.press('Delete')
  await expect.poll(names).toEqual(['List books', 'List books'])
  await expect(strip(page).getByRole('tab', { selected: true })).toBeFocused()

  await page.keyboard.press('End')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(strip(page).getByRole('tab', { selected: true })).toBeFocused()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: "Don't save" })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['List books'])
  await expect(strip(page).getByRole('tab', { selected: true })).toBeFocused()
})

test('settings are opened, read, changed and closed', async ({ keyboardPage: page }) => {
  await page.keyboard.press('Control+Comma')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByRole('tab', { selected: true }))
  for (const name of ['Appearance', 'Editor', 'Keyboard', 'About', 'General']) {
    await arrowTo(page, dialog.getByRole('tab', { name, exact: true }), 'ArrowDown')
    await expect(dialog.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  const follow = dialog.getByRole('switch', { name: 'Follow redirects' })
  await tabTo(page, follow)
  await page.keyboard.press('Space')
  await expect(follow).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(follow).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

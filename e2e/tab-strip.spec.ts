import type { Locator, Page } from '@playwright/test'
import { newWindow } from './support/browser-windows.ts'
import { newRequest, openRequest, sendButton, typeUrl, urlField } from './support/page-parts.ts'
import { search } from './support/rooms/palette.ts'
import { names, strip } from './support/rooms/tab-strip.ts'
import { expect, expectAccessible, test } from './support/test.ts'

async function openThree(page: Page): Promise<void> {
  await openRequest(page, 'Echo')
  await openRequest(page, 'Not found')
  expect(await names(page)).toEqual(['List books', 'Echo', 'Not found'])
}

test('+ opens a menu of kinds; GraphQL is preset to POST with its body and Content-Type', async ({
  parleyPage: page,
}) => {
  await page.getByRole('button', { name: 'New request', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    /^HTTP/,
    /^GraphQL/,
    /^WebSocket/,
    /^Server-Sent Events/,
    /^gRPC/,
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New request', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'HTTP' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(urlField(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Method' })).toHaveAttribute('aria-description', 'POST')
  await expect(page.getByRole('button', { name: 'Body type' })).toHaveAccessibleDescription('GraphQL')
  await page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name: 'Headers', exact: true })
    .click()
  const headers = page.getByRole('grid', { name: 'Headers' })
  await expect(headers.getByRole('textbox', { name: 'Key' }).first()).toHaveValue('Content-Type')
  await expect(headers.getByRole('textbox', { name: 'Value' }).first()).toHaveValue('application/json')
})

test('requests are looked at in one preview tab, which is kept over a reload and by a double click', async ({
  ownParleyPage: page,
}) => {
  const look = async (name: string) => {
    await page.getByRole('treeitem', { name, exact: true }).click()
    await expect(strip(page).getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
  }
  await look('Echo')
  await look('Not found')
  expect(await names(page)).toEqual(['List books', 'Not found'])
  const preview = strip(page).getByRole('tab', { name: 'Not found' })
  await expect(preview).toHaveCSS('font-style', 'italic')
  await expect(preview).toHaveAttribute('aria-description', 'Preview')
  await page.reload()
  await expect(preview).toHaveCSS('font-style', 'italic')
  await preview.dblclick()
  await expect(preview).toHaveCSS('font-style', 'normal')
  await look('Echo')
  await strip(page).getByRole('tab', { name: 'Echo' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Keep Open' }).click()
  await look('Image')
  expect(await names(page)).toEqual(['List books', 'Not found', 'Echo', 'Image'])
})

test('a pinned tab is left of the others and stays when they close', async ({ ownParleyPage: page }) => {
  await openThree(page)
  const choose = async (item: string) => {
    await strip(page).getByRole('tab', { name: 'Not found' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Pin')
  expect(await names(page)).toEqual(['Not found', 'List books', 'Echo'])
  const pinned = strip(page).getByRole('tab', { name: 'Not found' })
  await expect(pinned).toHaveAttribute('aria-description', 'Pinned')
  await expect(pinned.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await page.reload()
  await expect(pinned).toHaveAttribute('aria-description', 'Pinned')
  await strip(page).getByRole('tab', { name: 'Echo' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Close Others' }).click()
  expect(await names(page)).toEqual(['Not found', 'Echo'])
  await choose('Unpin')
  await expect(pinned.getByRole('button', { name: 'Close tab' })).toBeVisible()
})

test('the menu of a tab duplicates and closes', async ({ parleyPage: page }) => {
  await openThree(page)
  const echo = strip(page).getByRole('tab', { name: 'Echo' })
  await echo.click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([
    /^New Tab/,
    'Duplicate Tab',
    'Pin',
    'Open to the Side',
    'Reveal in Sidebar',
    'Save All',
    'Revert to Saved',
    'Close Others',
    'Close Saved',
    /^Close Tab/,
    'Close All Tabs',
  ])
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Duplicate Tab' }).click()
  expect(await names(page)).toEqual(['List books', 'Echo', 'Echo', 'Not found'])
  const copy = strip(page).getByRole('tab', { name: 'Echo' }).nth(1)
  await expect(copy).toHaveAttribute('aria-selected', 'true')
  await expect(copy).toHaveAttribute('aria-description', 'Unsaved changes')
  await copy.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Close Others' }).click()
  expect(await names(page)).toEqual(['Echo'])
  await copy
    .or(strip(page).getByRole('tab', { name: 'Echo' }))
    .first()
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Close All Tabs' }).click()
  await page.getByRole('button', { name: "Don't save" }).click()
  await expect.poll(() => names(page)).toEqual(['Untitled request'])
})

test('edits of a tab are given up and come back, and saved tabs close together', async ({
  ownParleyPage: page,
}) => {
  await openThree(page)
  const echo = strip(page).getByRole('tab', { name: 'Echo' })
  await echo.click()
  const saved = await urlField(page).textContent()
  await typeUrl(page, 'http://127.0.0.1:9/typed')
  await echo.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Revert to Saved' }).click()
  await expect(urlField(page)).toHaveText(saved ?? '')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(urlField(page)).toHaveText('http://127.0.0.1:9/typed')
  await echo.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Close Saved' }).click()
  expect(await names(page)).toEqual(['Echo'])
  await echo.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Save All' }).click()
  await expect(echo).not.toHaveAttribute('aria-description', 'Unsaved changes')
})

test('the question on unsaved changes has Save as its primary button, which Ctrl+Enter presses', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Echo')
  await urlField(page).press('End')
  await page.keyboard.insertText('?typed=1')
  await page.keyboard.press('Alt+w')
  const question = page.getByRole('alertdialog', { name: 'Save changes to Echo?' })
  const colour = (element: Locator) => element.evaluate(one => getComputedStyle(one).backgroundColor)
  const primary = await colour(sendButton(page))
  const colours = await Promise.all(
    ['Cancel', "Don't save", 'Save'].map(async name => [
      name,
      (await colour(question.getByRole('button', { name, exact: true }))) === primary,
    ]),
  )
  expect(colours).toEqual([
    ['Cancel', false],
    ["Don't save", false],
    ['Save', true],
  ])
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(strip(page).getByRole('tab', { name: 'Echo' })).toHaveCount(0)
  await openRequest(page, 'Echo')
  await expect(urlField(page)).toContainText('?typed=1')
})

test('the names of twelve tabs can be read, the active one is wider, and the strip scrolls', async ({
  parleyPage: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (let count = 1; count < 12; count += 1)
    await newRequest(page, `http://staging.test/v1/orders/item-${count}?page=2`)
  await strip(page).getByRole('tab').nth(5).click()
  const tabs = await strip(page)
    .getByRole('tab')
    .evaluateAll(all =>
      all.map(one => ({
        name: one.textContent,
        tooltip: one.getAttribute('title'),
        isActive: one.getAttribute('aria-selected') === 'true',
        width: one.getBoundingClientRect().width,
        isEndCut: [...one.querySelectorAll('span')].some(
          piece => piece.textContent?.startsWith('/item-') && piece.scrollWidth > piece.clientWidth,
        ),
      })),
    )
  expect(tabs.map(({ isActive, width }) => (isActive ? width >= 180 : width >= 130))).toEqual(
    tabs.map(() => true),
  )
  expect(tabs.filter(({ isEndCut }) => isEndCut)).toEqual([])
  expect(tabs.at(4)?.name).toContain('/v1/orders/item-4')
  expect(tabs.at(4)?.tooltip).toContain('http://staging.test/v1/orders/item-4?page=2')
  await expect(strip(page).getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 })
  const isScrolled = await strip(page).evaluate(one => one.scrollWidth > one.clientWidth)
  expect(isScrolled).toBe(true)
  const last = strip(page).getByRole('tab').last()
  await last.click()
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect(last, 'a narrower window').toBeInViewport({ ratio: 1 })
})

test('Save closes a tab: a saved request in place, a new one with a name and a location', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Echo')
  await typeUrl(page, 'http://in-place.test/')
  await newRequest(page, 'http://placed.test/')
  await page.getByRole('button', { name: 'All tabs' }).click()
  await page.getByRole('button', { name: 'Close all' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Save changes to Echo?')
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(question).toContainText('Save changes to placed.test?')
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save request' })
  await expect(dialog.getByRole('textbox', { name: 'Request name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator(':focus')).not.toHaveCount(0)
  await page.getByRole('button', { name: 'All tabs' }).click()
  await page.getByRole('button', { name: 'Close all' }).click()
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Request name' }).fill('Placed')
  await dialog.getByRole('button', { name: 'Save here' }).click()
  await expect.poll(() => names(page)).toEqual(['Untitled request'])
  await openRequest(page, 'Echo')
  await expect(urlField(page)).toHaveText('http://in-place.test/')
  await openRequest(page, 'Placed')
  await expect(urlField(page)).toHaveText('http://placed.test/')
})

test('All tabs finds a tab by typed text', async ({ parleyPage: page }) => {
  await openThree(page)
  await page.getByRole('button', { name: 'All tabs' }).click()
  const list = page.getByRole('dialog', { name: 'All tabs' })
  await expect(list.getByRole('textbox', { name: 'Search tabs' })).toBeFocused()
  await expect(list.getByRole('option')).toHaveCount(3)
  const marked = list.getByRole('option', { selected: true })
  await expect(marked).toHaveAttribute('aria-current', 'true')
  await expect(marked).toContainText('Not found')
  await expectAccessible(page)
  await page.keyboard.type('books')
  await expect(list.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(list).toHaveCount(0)
  await expect(strip(page).getByRole('tab', { name: 'List books' })).toHaveAttribute('aria-selected', 'true')
  await expect(strip(page).getByRole('tab', { name: 'List books' })).toBeFocused()
  await page.getByRole('button', { name: 'All tabs' }).click()
  await list.getByRole('option', { name: 'Echo' }).click()
  await expect(strip(page).getByRole('tab', { name: 'Echo' })).toBeFocused()
})

test('a tab is moved by dragging, and by keyboard', async ({ parleyPage: page }) => {
  await openThree(page)
  await strip(page)
    .getByRole('tab', { name: 'Not found' })
    .dragTo(strip(page).getByRole('tab', { name: 'List books' }))
  await expect.poll(() => names(page)).toEqual(['Not found', 'List books', 'Echo'])
  await strip(page).getByRole('tab', { name: 'Not found' }).click()
  await page.keyboard.press('Control+Shift+ArrowRight')
  await expect.poll(() => names(page)).toEqual(['List books', 'Not found', 'Echo'])
  await expect(strip(page).getByRole('tab', { name: 'Not found' })).toBeFocused()
})

test('the focus is on a tab after Don’t save and after Cancel', async ({ parleyPage: page }) => {
  await openRequest(page, 'Echo')
  await typeUrl(page, 'http://changed.test/')
  await page.keyboard.press('Alt+w')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(urlField(page)).toBeFocused()
  await page.keyboard.press('Alt+w')
  await page.getByRole('alertdialog').getByRole('button', { name: "Don't save" }).click()
  await expect(strip(page).getByRole('tab')).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

test('menus show the shortcuts that work in this window, as the user set them', async ({
  ownParleyPage: page,
}) => {
  const keysOf = async (name: RegExp) =>
    (await page.getByRole('menuitem', { name }).locator('kbd').allTextContents()).join('+')
  await page.getByRole('button', { name: 'New request', exact: true }).click()
  await expect.poll(() => keysOf(/^HTTP/)).toBe('Alt+T')
  await page.keyboard.press('Escape')
  // While a menu is open no shortcut works.
  await expect(page.getByRole('menu')).toHaveCount(0)

  await page.keyboard.press('Control+Comma')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Keyboard' }).click()
  for (const [command, keys] of [
    ['New HTTP tab', 'Alt+N'],
    ['Close Tab', 'Alt+Q'],
  ] as const) {
    await dialog.getByRole('button', { name: `Change shortcut for ${command}` }).click()
    await page.keyboard.press(keys)
    await expect(
      dialog.getByRole('listitem', { name: `${command}: ${keys.replace('+', ' + ')}` }),
    ).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'New request', exact: true }).click()
  await expect.poll(() => keysOf(/^HTTP/)).toBe('Alt+N')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await strip(page).getByRole('tab', { name: 'List books' }).click({ button: 'right' })
  await expect.poll(() => keysOf(/^New Tab/)).toBe('Alt+N')
  await expect.poll(() => keysOf(/^Close Tab/)).toBe('Alt+Q')
})

test('in an app window, menus show the keys that a browser reserves', async ({ browser, parley }) => {
  const context = await browser.newContext()
  // The value that a browser reports in an app window; no test driver opens one.
  await context.addInitScript(() => {
    const ask = window.matchMedia.bind(window)
    window.matchMedia = query =>
      query === '(display-mode: standalone)' ? ask('(min-width: 0px)') : ask(query)
  })
  const page = await newWindow(context)
  await page.goto(parley.address)
  await page.getByRole('button', { name: 'New request', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: /^HTTP/ }).locator('kbd')).toHaveText(['Ctrl', 'T'])
  await context.close()
})

test('a request opens to the side of another: both can be used, and the one with the focus is the active one', async ({
  ownParleyPage: page,
}) => {
  await openThree(page)
  const tabOf = (name: string) => strip(page).getByRole('tab', { name })
  const paneOf = (name: string) => page.getByRole('region', { name: `Request ${name}`, exact: true })
  await tabOf('Not found').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open to the Side' }).click()
  const [left, right] = [paneOf('Echo'), paneOf('Not found')]
  await expect(tabOf('Not found')).toHaveAttribute('aria-selected', 'true')
  await left.getByRole('textbox', { name: 'URL' }).click()
  await expect(tabOf('Echo')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(left.getByRole('region', { name: 'Response of Echo' })).toContainText('200 OK')
  await right.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(tabOf('Not found')).toHaveAttribute('aria-selected', 'true')
  await expect(right.getByRole('region', { name: 'Response of Not found' })).toContainText('404 Not Found')
  await expect(left.getByRole('region', { name: 'Response of Echo' })).toContainText('200 OK')
  await expectAccessible(page)
  const handle = page.getByRole('separator', { name: 'Resize requests' })
  await handle.press('ArrowRight')
  await expect(handle).toHaveAttribute('aria-valuenow', '52')

  await tabOf('List books').click()
  await expect(paneOf('List books'), 'the other one stays').toBeVisible()
  await expect(left).toBeVisible()
  await page.setViewportSize({ width: 1100, height: 800 })
  await expect(left).toHaveCount(0)
  await page.setViewportSize({ width: 1400, height: 800 })
  await expect(left).toBeVisible()
  await search(page, 'Close the Side')
  await page.keyboard.press('Enter')
  await expect(left).toHaveCount(0)
  await expect(tabOf('List books')).toHaveAttribute('aria-selected', 'true')

  await tabOf('Echo').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open to the Side' }).click()
  await paneOf('List books').getByRole('button', { name: 'Close the Side' }).click()
  await expect(paneOf('Echo')).toHaveCount(0)
  await expect(tabOf('Echo')).toHaveAttribute('aria-selected', 'true')
  await expect(tabOf('Echo')).toBeFocused()
})

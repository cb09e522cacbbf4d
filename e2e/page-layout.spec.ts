import type { Locator, Page } from '@playwright/test'
import { openRequest, responsePane, responseStatus, sendButton, urlField } from './support/page-parts.ts'
import { awaiting } from './support/sentences.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const requestTab = (page: Page, name: string): Locator =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })

/** Expects that nothing in a row is cut off by it, or covers its neighbour. */
async function expectRoom(row: Locator): Promise<void> {
  const faults = await row.evaluate(element => {
    const end = element.getBoundingClientRect().right
    const boxes = [...element.children]
      .filter(child => child.checkVisibility())
      .map(child => ({ text: child.textContent, box: child.getBoundingClientRect() }))
      // A text for screen readers alone has one pixel.
      .filter(({ box }) => box.width > 1)
    return boxes
      .filter(
        ({ box }, index) => box.right > end + 0.5 || box.left < (boxes[index - 1]?.box.right ?? 0) - 0.5,
      )
      .map(({ text }) => text)
  })
  expect(faults).toEqual([])
}

async function answered(page: Page): Promise<void> {
  await openRequest(page, 'Echo')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
}

test('side by side, all tabs of a request show, and no control is cut off', async ({
  ownParleyPage: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await answered(page)
  await page.getByRole('button', { name: 'Toggle layout' }).click()
  await expect(page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab')).toHaveCount(8)
  await requestTab(page, 'Body').click()
  await expect(page.getByRole('button', { name: 'Format JSON' })).toBeVisible()
  await expectRoom(page.getByRole('button', { name: 'Format JSON' }).locator('..'))
  await page.getByRole('button', { name: 'Body type' }).click()
  await page.getByRole('menuitem', { name: 'Form-data' }).click()
  await expect(page.getByRole('grid', { name: 'Form-data' })).toBeVisible()
  await expectRoom(page.getByRole('grid', { name: 'Form-data' }).getByRole('row').first())

  await requestTab(page, 'Headers').click()
  await expect(page.getByText('Generated when sent').or(page.getByText('User-Agent')).first()).toBeVisible()
  await page.getByRole('button', { name: 'Table options' }).click()
  await page.getByRole('menuitem', { name: 'Bulk edit' }).click()
  await expect(page.getByRole('textbox', { name: 'Headers' })).toHaveValue(/X-Request-Id/)
})

test('a table is as wide as its pane, and scrolling moves none of its cells', async ({
  ownParleyPage: page,
}) => {
  await answered(page)
  await requestTab(page, 'Params').click()
  const table = page.getByRole('grid', { name: 'Params' })
  const widths = () =>
    table.evaluate(element => ({
      table: element.getBoundingClientRect().width,
      pane: element.closest('[data-pane]')?.getBoundingClientRect().width,
    }))
  const { table: width, pane } = await widths()
  expect(width).toBe(pane)
  await table.getByRole('textbox', { name: 'Key' }).last().fill('a')
  await table.getByRole('textbox', { name: 'Key' }).first().focus()
  for (let row = 1; row < 12; row += 1)
    await table.getByRole('textbox', { name: 'Key' }).last().fill(`k${row}`)
  expect(await widths()).toEqual({ table: width, pane })
})

test('of the columns of form-data, Value has the most room', async ({ ownParleyPage: page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openRequest(page, 'Echo')
  await requestTab(page, 'Body').click()
  await page.getByText('Form-data', { exact: true }).click()
  const head = page.getByRole('grid', { name: 'Form-data' }).getByRole('columnheader')
  for (const layout of ['stacked', 'side by side']) {
    const widths = new Map<string, number>()
    for (const cell of await head.all())
      widths.set((await cell.textContent()) ?? '', (await cell.boundingBox())?.width ?? 0)
    const others = [...widths].flatMap(([name, width]) => (name === 'Value' ? [] : [width]))
    expect(widths.get('Value'), layout).toBeGreaterThan(Math.max(...others))
    expect(widths.get('Value'), layout).toBeGreaterThan(2 * (widths.get('Content-Type') ?? 0))
    await page.getByRole('button', { name: 'Toggle layout' }).click()
  }
})

test('signs such as => are shown one by one, wherever code is', async ({ ownParleyPage: page }) => {
  await answered(page)
  /** Where code is shown, and whether the font may join its signs. */
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap(element => {
        const { fontFamily, fontVariantLigatures, fontFeatureSettings } = getComputedStyle(element)
        const isApart =
          /none|no-contextual/.test(fontVariantLigatures) || /"calt" 0/.test(fontFeatureSettings)
        return /JetBrains/.test(fontFamily) ? [{ name: element.className, isApart }] : []
      }),
    )
  const expectApart = async () => {
    const all = await places()
    expect(all.length).toBeGreaterThan(20)
    expect(new Set(all.flatMap(({ name, isApart }) => (isApart ? [] : [name])))).toEqual(new Set())
  }
  await requestTab(page, 'Script').click()
  await page.getByRole('textbox', { name: 'Pre Request script' }).click()
  await page.keyboard.insertText('const isNew = () => 1 !== 2')
  await expect(page.getByRole('textbox', { name: 'Pre Request script' })).toContainText('=>')
  await expectApart()
  await requestTab(page, 'Headers').click()
  await expectApart()
})

test('the response stays in its place while one goes through the tabs of a request', async ({
  ownParleyPage: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await answered(page)
  const pane = page.locator('[data-pane="request"]').last()
  const height = async () => (await pane.boundingBox())?.height ?? 0
  const expectHeight = async (expected: number) => {
    for (const name of ['Params', 'Body', 'Authorization', 'Script', 'Docs']) {
      await requestTab(page, name).click()
      await expect(requestTab(page, name)).toHaveAttribute('aria-selected', 'true')
      expect(await height()).toBe(expected)
    }
  }
  const half = await height()
  expect(half).toBeGreaterThan(300)
  await expectHeight(half)
  await page.getByRole('separator', { name: 'Resize response' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(height).toBeGreaterThan(half)
  const chosen = await height()
  await expectHeight(chosen)
  await page.reload()
  await expect(requestTab(page, 'Docs')).toBeVisible()
  await expect.poll(height).toBe(chosen)
})

test('a GraphQL query is beside its response in a wide window, until the layout is toggled', async ({
  ownParleyPage: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await answered(page)
  const isBeside = async () => {
    const request = await page.getByRole('tablist', { name: 'Request', exact: true }).boundingBox()
    const response = await responsePane(page).boundingBox()
    return (response?.x ?? 0) > (request?.x ?? 0) + 300
  }
  expect(await isBeside()).toBe(false)
  await page.getByRole('button', { name: 'New request' }).click()
  await page.getByRole('menuitem', { name: /^GraphQL/ }).click()
  await expect.poll(isBeside).toBe(true)
  await page.getByRole('button', { name: 'Toggle layout' }).click()
  await expect.poll(isBeside).toBe(false)
  await page.getByRole('button', { name: 'Toggle layout' }).click()
  await expect.poll(isBeside).toBe(true)
  await page.setViewportSize({ width: 1200, height: 900 })
  await expect.poll(isBeside).toBe(false)
})

test('the phases of the Timeline and those of its scripts make up the whole time', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Echo')
  await requestTab(page, 'Script').click()
  await page.getByRole('textbox', { name: 'Pre Request script' }).click()
  await page.keyboard.insertText('const end = Date.now() + 30; while (Date.now() < end) {}')
  await urlField(page).press('End')
  await page.keyboard.insertText('?q={{unknown}}')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await responsePane(page).getByRole('tab', { name: 'Timeline' }).click()
  const phases = page.getByRole('list', { name: 'Phases' }).getByRole('listitem')
  await expect(phases.filter({ hasText: 'Pre Request' })).toHaveText(/Pre Request\d{2,} ms/)
  await expect(phases.filter({ hasText: 'Waiting for server' })).toBeVisible()
  await expect(page.getByText('{{unknown}} has no value and was sent as typed')).toHaveCount(1)
})

test('a ring around a tab does not cut through its word, and the line below is as wide as the word', async ({
  ownParleyPage: page,
}) => {
  await answered(page)
  const tab = responsePane(page).getByRole('tab', { name: 'Cookies' })
  await responsePane(page).getByRole('tab', { name: 'Headers' }).click()
  await page.keyboard.press('ArrowRight')
  await expect(tab).toBeFocused()
  const sizes = await tab.evaluate(element => {
    const range = document.createRange()
    range.selectNode(element.firstChild ?? element)
    const ring = getComputedStyle(element, '::before')
    return {
      word: range.getBoundingClientRect().width,
      ring: Number.parseFloat(ring.width),
      line: Number.parseFloat(getComputedStyle(element, '::after').width),
      left: Number.parseFloat(ring.left),
    }
  })
  expect(sizes.left).toBeLessThan(0)
  expect(sizes.ring).toBeGreaterThan(sizes.word)
  expect(Math.abs(sizes.line - sizes.word)).toBeLessThan(1)
})

test('with no request open, the page offers all ways to begin', async ({ ownParleyPage: page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('tab', { name: 'List books' }).press('Delete')
  await expect(page.getByRole('heading', { name: 'Send your first request' })).toBeVisible()
  await page.getByRole('button', { name: /^New .* or gRPC/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['GraphQL', 'WebSocket', 'Server-Sent Events', 'gRPC'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.evaluate(() => navigator.clipboard.writeText("curl -X PUT 'http://a.test/x' -H 'X-A: 1'"))
  await page.keyboard.press('ControlOrMeta+v')
  await expect(urlField(page)).toHaveText('http://a.test/x')
  await expect(page.getByRole('button', { name: 'Method' })).toHaveAttribute('aria-description', 'PUT')
})

test('a low window shows one pane', async ({ ownParleyPage: page }) => {
  await answered(page)
  await page.setViewportSize({ width: 640, height: 450 })
  await page.getByRole('radio', { name: 'Response' }).click()
  const box = await responsePane(page).boundingBox()
  expect(box?.height).toBeGreaterThan(200)
})

test('a window without the link says which command prints it', async ({ ownParleyPage: page }) => {
  const bare = await page.context().newPage()
  await bare.goto(new URL('/', page.url()).href)
  await expect(bare.getByRole('heading', { name: 'Open Parley with its link' })).toBeVisible()
  await expect(bare.getByText('parley serve', { exact: true })).toBeVisible()
  await expectAccessible(bare)
})

test('a response that comes quickly takes the place of the one before without a blank frame', async ({
  parleyPage: page,
}) => {
  await answered(page)
  await expect(responsePane(page).getByRole('textbox', { name: 'Response body' })).toContainText('"method"')
  await page.evaluate(waitingTitle => {
    const pane = document.querySelector('[aria-label="Response"]')
    const seen = { frames: 0, blanked: 0, isOver: false }
    Reflect.set(window, 'seenFrames', seen)
    // After 150 ms the waiting view takes the place of the body. A late frame may not show it.
    let mayBeBlank = false
    new MutationObserver(() => {
      if (pane?.querySelector('h2')?.textContent === waitingTitle) mayBeBlank = true
    }).observe(pane ?? document, { childList: true, subtree: true })
    const look = () => {
      const hasText = (pane?.querySelector('.cm-content')?.textContent ?? '') !== ''
      seen.frames += 1
      if (!hasText && !mayBeBlank) seen.blanked += 1
      if (hasText) mayBeBlank = false
      if (!seen.isOver) requestAnimationFrame(look)
    }
    look()
  }, awaiting)
  for (let sends = 0; sends < 5; sends += 1) {
    const isShown = page.waitForResponse(response => response.url().includes('bodies/readRows'))
    await sendButton(page).click()
    await isShown
    await expect(responsePane(page).getByRole('textbox', { name: 'Response body' })).toContainText('"method"')
  }
  const seen = await page.evaluate(() => {
    const frames = Reflect.get(window, 'seenFrames')
    frames.isOver = true
    return frames
  })
  expect(seen.frames).toBeGreaterThan(3)
  expect(seen.blanked).toBe(0)
})

test('every control of the status bar is 24 px high', async ({ parleyPage: page }) => {
  const heights = await page
    .getByRole('contentinfo')
    .getByRole('button')
    .evaluateAll(all => all.map(one => one.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThanOrEqual(5)
  expect(new Set(heights)).toEqual(new Set([24]))
})

import type { Locator } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { newRequest, responsePane, responseStatus, sendButton, urlField } from './support/page-parts.ts'
import { tabsOf } from './support/rooms/narrow.ts'
import { expect, expectAccessibleInThemes, test } from './support/test.ts'

const names = (list: Locator): Promise<string[]> => list.getByRole('tab').allTextContents()

/** Expects that no tab of a list is cut off. */
async function expectWhole(list: Locator): Promise<void> {
  const cut = () =>
    list.evaluate(element => {
      const { left, right } = element.getBoundingClientRect()
      return [...element.querySelectorAll('[role="tab"]')]
        .filter(tab => {
          const box = tab.getBoundingClientRect()
          return box.left < left - 0.5 || box.right > right + 0.5
        })
        .map(tab => tab.textContent)
    })
  await expect.poll(cut, 'tabs that are cut off').toEqual([])
}

test('inner tabs that do not fit are in More', async ({ parleyPage: page }) => {
  const request = tabsOf(page, 'Request')
  await expect(request.getByRole('tab')).toHaveCount(8)
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0)

  await page.setViewportSize({ width: 480, height: 800 })
  const more = page.getByRole('button', { name: 'More', exact: true })
  await expect(more).toHaveCount(1)
  await expectWhole(request)
  expect((await names(request))[0]).toMatch(/^Params/)
  await expect(request.getByRole('tab', { name: 'Settings' })).toHaveCount(0)
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').last()).toHaveText('Docs')
  await expectAccessibleInThemes(page)
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(request.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Settings' })).toBeVisible()
  await expectWhole(request)
  await expectAccessibleInThemes(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(request.getByRole('tab')).toHaveCount(8)
  await expect(more).toHaveCount(0)
})

test('the tabs of the response move into More as well, and a response moves none of them', async ({
  parleyPage: page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.getByRole('radio', { name: 'Response' }).click()
  const response = tabsOf(page, 'Response')
  const more = responsePane(page).getByRole('button', { name: 'More', exact: true })
  await expect(more).toBeVisible()
  await expectWhole(response)
  const before = await names(response)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expectWhole(response)
  expect((await names(response)).map(name => name.replace(/\d+$/, ''))).toEqual(before)
  await more.click()
  await page.getByRole('menuitem', { name: 'Timeline' }).click()
  await expect(response.getByRole('tab', { selected: true })).toHaveText('Timeline')
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await expectWhole(response)
})

/** Returns labels of controls that are cut off or outside of the window. */
function clippedLabels(): string[] {
  const isInScroller = (element: Element): boolean => {
    for (let box = element.parentElement; box !== null; box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflowX + getComputedStyle(box).overflowY)) return true
    return false
  }
  // Texts of the user may end in an ellipsis, as their tooltips show them in full. Texts of the page may not.
  const labels = [...document.querySelectorAll('button, [role="radio"], [role="tab"], th, label, h1, h2, h3')]
  return labels
    .filter(element => element.closest('[aria-label="Open requests"], [role="tree"]') === null)
    .filter(element => element.getClientRects().length > 0 && (element.textContent ?? '').trim() !== '')
    .filter(element => {
      const box = element.getBoundingClientRect()
      const isOutside = !isInScroller(element) && (box.right > innerWidth + 0.5 || box.left < -0.5)
      return isOutside || element.scrollWidth > element.clientWidth + 1
    })
    .filter(element => getComputedStyle(element).display !== 'inline')
    .map(element => element.textContent ?? '')
}

const zooms = [
  ['200 %', 640, 400],
  ['400 %', 320, 256],
] as const
for (const [what, width, height] of zooms) {
  test(`a window of 1280 px at ${what} zoom clips no label, and does not scroll sideways${atNightUnless(what === '400 %')}`, async ({
    parleyPage: page,
  }) => {
    test.slow()
    // The zoom of a browser reduces the number of CSS pixels.
    await page.setViewportSize({ width, height })
    const check = async (what: string) => {
      const widthOfPage = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(widthOfPage, what).toBeLessThanOrEqual(width)
      expect(await page.evaluate(clippedLabels), what).toEqual([])
    }
    const chooseAll = async (label: 'Request' | 'Response') => {
      const list = tabsOf(page, label)
      const more = list.locator('xpath=..').getByRole('button', { name: 'More', exact: true })
      const sections =
        label === 'Request'
          ? ['Headers', 'Cookies', 'Body', 'Authorization', 'Script', 'Settings', 'Params']
          : ['Headers', 'Cookies', 'Test Results', 'Timeline', 'Body']
      // Tabs that do not fit move into More only once the new width is known.
      await expectWhole(list)
      for (const name of sections) {
        const tab = list.getByRole('tab', { name, exact: true })
        if ((await tab.count()) === 0) {
          await more.click()
          await page.getByRole('menuitem', { name, exact: true }).click()
        } else await tab.click()
        await expect(tab).toHaveAttribute('aria-selected', 'true')
        await expectWhole(list)
        await check(`${label}, ${name}`)
      }
    }
    await expect(urlField(page)).toBeVisible()
    await chooseAll('Request')
    await sendButton(page).click()
    await expect(responseStatus(page)).toContainText('200 OK')
    await chooseAll('Response')
  })
}

test('the tabs of the sidebar stay inside it, however narrow it is', async ({ parleyPage: page }) => {
  const sections = page.getByRole('tablist', { name: 'Sidebar' })
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' })
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 700 })
    await expectWhole(sections)
    const [list, around] = [await sections.boundingBox(), await sidebar.boundingBox()]
    if (list === null || around === null) throw new Error('The sidebar is shown.')
    expect(list.x + list.width, `in a window of ${width}`).toBeLessThanOrEqual(around.x + around.width - 7)
  }
  await page.setViewportSize({ width: 1280, height: 700 })
  const grip = page.getByRole('separator', { name: 'Resize sidebar' })
  await grip.focus()
  await page.keyboard.press('Home')
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeLessThanOrEqual(201)
  await expectWhole(sections)
})

test('a new request is saved with the pointer in a low window', async ({ ownParleyPage: page }) => {
  await newRequest(page, 'http://a.test/low')
  await page.setViewportSize({ width: 720, height: 450 })
  await page.keyboard.press('ControlOrMeta+s')
  const save = page.getByRole('dialog', { name: 'Save request' }).getByRole('button', { name: 'Save here' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await save.click()
  await expect(page.getByRole('tab', { name: '/low' })).not.toHaveAttribute('aria-description', /Unsaved/)
})

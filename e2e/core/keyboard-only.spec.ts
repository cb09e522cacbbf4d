import { tabTo } from '../support/by-keyboard.ts'
import { test } from '../support/rooms/keyboard-only.ts'
import { expect } from '../support/test.ts'

test('F6 cycles through the panes, and the splitters move by arrow keys', async ({ keyboardPage: page }) => {
  const paneOfFocus = () =>
    page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane') ?? null)
  const panes: (string | null)[] = []
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press('F6')
    panes.push(await paneOfFocus())
  }
  expect(panes).toEqual(['sidebar', 'request', 'response', 'sidebar'])
  await expect(page.getByRole('tree', { name: 'Collections' })).toBeFocused()
  await page.keyboard.press('Shift+F6')
  expect(await paneOfFocus()).toBe('response')

  const splitter = page.getByRole('separator', { name: 'Resize response' })
  await tabTo(page, splitter, 'Shift+Tab')
  const before = Number(await splitter.getAttribute('aria-valuenow'))
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => Number(await splitter.getAttribute('aria-valuenow'))).toBeGreaterThan(before)
  const sidebar = page.getByRole('separator', { name: 'Resize sidebar' })
  await tabTo(page, sidebar)
  const width = Number(await sidebar.getAttribute('aria-valuenow'))
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => Number(await sidebar.getAttribute('aria-valuenow'))).toBeGreaterThan(width)
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('navigation', { name: 'Sidebar' })).toHaveCount(0)
})

import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any path through the page has. */
const mostStops = 80

/** Whether the element has the focus, or is named by the focused element. */
const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll(elements => {
    const { activeElement } = document
    const named = activeElement?.getAttribute('aria-activedescendant') ?? null
    return elements.some(element => element === activeElement || (named !== null && element.id === named))
  })

/** Presses Tab (or another key) until the element has the focus, like a user without a mouse. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).not.toHaveCount(0)
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await hasFocus(target)) return
    // In an editor Tab indents, and Esc leaves it (behaviour, Keyboard); Esc also closes the list of a finder.
    const isInEditor = await page.evaluate(
      () => document.activeElement?.matches('[aria-multiline="true"]') === true,
    )
    if (isInEditor) await page.keyboard.press('Escape')
    await page.keyboard.press(key)
  }
  await expect(target, `not reached by ${key}`).toBeFocused()
}

/** Presses an arrow key until the element has the focus: within tabs, radios, trees and grids. */
export async function arrowTo(page: Page, target: Locator, key: string): Promise<void> {
  await expect(target).not.toHaveCount(0)
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  await expect(target, `not reached by ${key}`).toBeFocused()
}

/** Counts every use of a pointer; the returned function resolves to the count. */
export async function watchPointer(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const count = () => {
      document.documentElement.dataset.pointerUses = String(
        Number(document.documentElement.dataset.pointerUses ?? 0) + 1,
      )
    }
    for (const type of ['pointerdown', 'pointermove', 'mousedown', 'touchstart'])
      window.addEventListener(type, count, { capture: true })
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.pointerUses ?? 0))
}

import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any way through the page has. */
const mostStops = 80

/** Whether the element has the focus, or is named by what has it. */
const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll(elements => {
    const { activeElement } = document
    const named = activeElement?.getAttribute('aria-activedescendant') ?? null
    return elements.some(element => element === activeElement || (named !== null && element.id === named))
  })

/** Presses Tab (or what is given) until the element has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).not.toHaveCount(0)
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await hasFocus(target)) return
    // Where Tab indents, Esc lets go of it (DESIGN 6); the list of a finder closes with it.
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

/** Records every use of a pointer; the answer tells how many there were. */
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

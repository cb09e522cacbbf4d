import type { Page } from '@playwright/test'
import type { Screen } from '../../../scripts/screens.ts'
import { atNightUnless } from '../at-night.ts'
import { expect, expectAccessible, test } from '../test.ts'

/** The ways in which a screen is looked at, one after another. A small window is one of 1280×900 at 200 % as well. */
const looks = {
  dark: page => page.emulateMedia({ colorScheme: 'dark' }),
  light: page => page.emulateMedia({ colorScheme: 'light' }),
  'forced colours': page => page.emulateMedia({ forcedColors: 'active' }),
  async small(page) {
    await page.emulateMedia({ forcedColors: null })
    await page.setViewportSize({ width: 640, height: 450 })
  },
} satisfies Readonly<Record<string, (page: Page) => Promise<void>>>

/** Labels of buttons, tabs and headings that are cut off without a mark, or lie outside the window. */
function cutLabels(): readonly string[] {
  const labels = document.querySelectorAll('button, [role="tab"], [role="radio"], h1, h2, h3, label')
  return [...labels].flatMap(label => {
    const { overflowX, textOverflow } = getComputedStyle(label)
    const box = label.getBoundingClientRect()
    const isShown =
      box.width > 0 && label.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const isCut =
      label.scrollWidth > label.clientWidth + 1 && overflowX !== 'visible' && textOverflow !== 'ellipsis'
    return isShown && isCut
      ? [`${label.tagName} ${label.getAttribute('aria-label') ?? label.textContent}`]
      : []
  })
}

/** The name of a look. */
export type Look = keyof typeof looks

/** All looks, in the order in which they follow from each other. */
export const everyLook: readonly Look[] = ['dark', 'light', 'forced colours', 'small']

/**
 * Tests a screen in some looks.
 * @param isChosen whether not only `npm run nightly` does
 */
export function testScreen({ name, show }: Screen, shown: readonly Look[], isChosen = true): void {
  test(`${name} is accessible and whole${isChosen ? '' : ' in every look'}${atNightUnless(isChosen)}`, async ({
    ownParleyPage: page,
  }) => {
    test.slow()
    await show(page)
    for (const look of shown)
      await test.step(look, async () => {
        await looks[look](page)
        await expectAccessible(page)
        const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(await sideways(), 'the page does not scroll sideways').toBeLessThanOrEqual(0)
        expect(await page.evaluate(cutLabels), 'labels that are cut off').toEqual([])
      })
  })
}

import { sampleOf } from '@parley/testkit/sample-of'
import type { Page } from '@playwright/test'
import { screens } from '../scripts/screens.ts'
import { expect, expectAccessible, test } from './support/test.ts'

/** The ways in which a screen is looked at. A small window is one of 1280×900 at 200 % as well. */
const looks = {
  dark: page => page.emulateMedia({ colorScheme: 'dark' }),
  light: page => page.emulateMedia({ colorScheme: 'light' }),
  'forced colours': page => page.emulateMedia({ forcedColors: 'active' }),
  small: page => page.setViewportSize({ width: 640, height: 450 }),
} satisfies Readonly<Record<string, (page: Page) => Promise<void>>>

type Look = keyof typeof looks

const all = screens.flatMap(screen => (Object.keys(looks) as Look[]).map(look => ({ screen, look })))

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

for (const { screen, look } of sampleOf('screens', all, 5)) {
  test(`${screen.name} is accessible and whole, ${look}`, async ({ ownParleyPage: page }) => {
    test.slow()
    if (look !== 'small') await looks[look](page)
    await screen.show(page)
    if (look === 'small') await looks[look](page)
    await expectAccessible(page)
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await sideways(), 'the page does not scroll sideways').toBeLessThanOrEqual(0)
    expect(await page.evaluate(cutLabels), 'labels that are cut off').toEqual([])
  })
}

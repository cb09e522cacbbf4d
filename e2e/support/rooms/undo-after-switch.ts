import type { Locator, Page } from '@playwright/test'
import { atNightUnless } from '../at-night.ts'
import { openRequest } from '../page-parts.ts'
import { expect, test } from '../test.ts'

export const section = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })
const openTab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })

/** An editor of the page, and a request of the sample that has it. */
export interface Editor {
  readonly request: string
  readonly show: (page: Page) => Promise<Locator>
}

/** The ways to switch away from an editor and back. */
const switches = {
  'another tab': async (page, request) => {
    await openTab(page, 'List books').click()
    await expect(openTab(page, 'List books')).toHaveAttribute('aria-selected', 'true')
    await openTab(page, request).click()
  },
  'another section': async page => {
    await section(page, 'Headers').click()
    await expect(section(page, 'Headers')).toHaveAttribute('aria-selected', 'true')
  },
} satisfies Readonly<Record<string, (page: Page, request: string) => Promise<void>>>

/**
 * Tests that undo and redo go on after a switch to a place and back.
 * @param isChosen whether not only `npm run nightly` does
 */
export function testUndoAfterSwitch(
  name: string,
  { request, show }: Editor,
  place: keyof typeof switches,
  isChosen = true,
): void {
  test(`what was typed in the ${name} can be undone and repeated after a switch to ${place}${atNightUnless(isChosen)}`, async ({
    parleyPage: page,
  }) => {
    await openRequest(page, request)
    const editor = await show(page)
    await editor.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('typed-first')
    await expect(editor).toContainText('typed-first')
    await switches[place](page, request)
    const shown = await show(page)
    await expect(shown).toContainText('typed-first')
    await shown.click()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(shown).not.toContainText('typed-first')
    await page.keyboard.press('ControlOrMeta+Shift+Z')
    await expect(shown).toContainText('typed-first')
  })
}

import type { Page } from '@playwright/test'
import { watchPointer } from '../by-keyboard.ts'
import { expect, test as parleyTest } from '../test.ts'

/** These tests do everything that a mouse can do in the page without one. */
export const test = parleyTest.extend<{ readonly keyboardPage: Page }>({
  keyboardPage: async ({ parleyPage: page, context }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const pointerUses = await watchPointer(page)
    await use(page)
    expect(await pointerUses(), 'uses of a pointer').toBe(0)
  },
})

import { openRequest } from '../support/page-parts.ts'
import { button } from '../support/rooms/websocket.ts'
import { expect, test } from '../support/test.ts'

test('the focus stays on the button that connects and disconnects', async ({ parleyPage: page }) => {
  const kinds: Readonly<Record<string, readonly [start: string, stop: string]>> = {
    'Message echo': ['Connect', 'Disconnect'],
    'Stock updates': ['Connect', 'Stop'],
  }
  for (const [name, [start, stop]] of Object.entries(kinds)) {
    await openRequest(page, name)
    await button(page, start).focus()
    await page.keyboard.press('Enter')
    await expect(button(page, stop)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(button(page, start)).toBeFocused()
  }
})

import type { Page } from '@playwright/test'
import { type ShortcutCommand, shortcuts } from '../../../apps/web/src/workbench/settings/keymap.ts'

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
export const activeTab = (page: Page) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { selected: true })

export const typed = 'qx7'

/** Presses the keys of a command, and types without waiting in between. */
export async function pressAndType(page: Page, command: ShortcutCommand, text: string): Promise<void> {
  const { keys } = shortcuts.find(one => one.command === command) ?? { keys: [] }
  await page.keyboard.press((keys.at(-1) ?? '').replace('Mod', 'ControlOrMeta'))
  await page.keyboard.type(text)
}

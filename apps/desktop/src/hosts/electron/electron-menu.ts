import type { Menu, MenuEntry } from '@parley/server/desktop'
import type { MenuItemConstructorOptions } from 'electron'

/**
 * Returns the menus for Electron. An accelerator is shown and not registered, as the page handles the keys; on
 * macOS the items of Edit have their usual ones, without which no key edits a text.
 */
export function electronMenu(
  menus: readonly Menu[],
  onChosen: (id: string) => void,
): MenuItemConstructorOptions[] {
  return menus.map(({ label, items }) => ({ label, submenu: items.map(entry => itemOf(entry, onChosen)) }))
}

function itemOf(entry: MenuEntry, onChosen: (id: string) => void): MenuItemConstructorOptions {
  switch (entry.kind) {
    case 'separator':
      return { type: 'separator' }
    case 'role':
      return { role: entry.role }
    case 'menu':
      return { label: entry.label, submenu: entry.items.map(item => itemOf(item, onChosen)) }
    case 'command': {
      const keys = entry.keys.replace(/^Mod(?=\+)/, 'CommandOrControl')
      return {
        label: entry.label,
        ...(keys === '' ? {} : { accelerator: keys, registerAccelerator: false }),
        click: () => onChosen(entry.id),
      }
    }
  }
}

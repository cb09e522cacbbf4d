import type { Menu, MenuEntry } from '@parley/server/desktop'
import type { MenuItemOptions, MenuOptions } from './webview-binding.ts'

/**
 * Returns the menus for the binding. Keys are a text in the name of an item: as a key of the menu they would
 * never reach the page, which handles them.
 */
export function nativeMenu(
  menus: readonly Menu[],
  platform: NodeJS.Platform = process.platform,
): MenuOptions {
  return { items: menus.map(({ label, items }) => ({ label, submenu: submenuOf(items, platform) })) }
}

function submenuOf(entries: readonly MenuEntry[], platform: NodeJS.Platform): MenuOptions {
  return { items: entries.map(entry => itemOf(entry, platform)) }
}

function itemOf(entry: MenuEntry, platform: NodeJS.Platform): MenuItemOptions {
  switch (entry.kind) {
    case 'separator':
      return { role: 'separator' }
    case 'role':
      return { role: entry.role.toLowerCase() }
    case 'menu':
      return { label: escaped(entry.label), submenu: submenuOf(entry.items, platform) }
    case 'command': {
      const keys = shownKeys(entry.keys, platform)
      return { id: entry.id, label: escaped(keys === '' ? entry.label : `${entry.label}\t${keys}`) }
    }
  }
}

/** An ampersand would mark the next letter as the item's key. */
const escaped = (label: string) => label.replaceAll('&', '&&')

function shownKeys(keys: string, platform: NodeJS.Platform): string {
  return keys.replace(/^Mod(?=\+)/, platform === 'darwin' ? 'Cmd' : 'Ctrl')
}

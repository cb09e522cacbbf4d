import { type KeyRemap, openKinds, requestKinds } from '@parley/model'
import type { Menu, MenuEntry, MenuItem } from '@parley/server/contract'
import {
  type DesktopCommand,
  desktopShortcuts,
  keysFor,
  pressedKeys,
  type ShortcutCommand,
  shortcuts,
} from '../../workbench/settings/keymap.ts'

const separator = { kind: 'separator' } as const
const role = (name: Extract<MenuItem, { kind: 'role' }>['role']) => ({ kind: 'role', role: name }) as const
const command = (id: string, label: string): MenuItem => ({ kind: 'command', id, label, keys: '' })

/**
 * Returns the menus of a window of the desktop app. Names and keys come from the table of commands, so that they
 * are those of the palette and of Settings. The page handles the keys: a key of a native menu would never reach it.
 */
export function desktopMenus(remaps: readonly KeyRemap[]): readonly Menu[] {
  const own = (name: ShortcutCommand): MenuItem => {
    const shortcut = shortcuts.find(one => one.command === name)
    const keys = shortcut === undefined ? '' : pressedKeys(keysFor(shortcut, remaps)[0] ?? '')
    return { kind: 'command', id: name, label: shortcut?.label ?? name, keys }
  }
  const desktop = (name: DesktopCommand): MenuItem => {
    const shortcut = desktopShortcuts.find(one => one.command === name)
    return { kind: 'command', id: name, label: shortcut?.label ?? name, keys: shortcut?.keys[0] ?? '' }
  }
  return [
    {
      label: 'File',
      items: [
        newRequestMenu(own),
        command('openWorkspace', 'Open workspace'),
        command('import', 'Import'),
        separator,
        own('save'),
        separator,
        own('openSettings'),
        desktop('quit'),
      ],
    },
    {
      label: 'Edit',
      items: [
        ...[
          role('undo'),
          role('redo'),
          separator,
          role('cut'),
          role('copy'),
          role('paste'),
          role('selectAll'),
        ],
        ...[separator, own('find'), own('replace'), own('rename')],
      ],
    },
    {
      label: 'View',
      items: [
        ...[own('search'), own('focusUrl'), separator, own('toggleSidebar'), own('toggleLayout')],
        ...[own('nextPane'), own('previousPane'), separator],
        ...[desktop('zoomIn'), desktop('zoomOut'), desktop('zoomReset'), desktop('fullScreen')],
      ],
    },
    { label: 'Request', items: [own('send'), own('stop'), separator, own('duplicate'), own('generateCode')] },
    {
      label: 'Window',
      items: [
        ...[desktop('newWindow'), separator, own('nextTab'), own('previousTab')],
        ...[own('closeTab'), own('reopenTab')],
      ],
    },
    { label: 'Help', items: helpItems },
  ]
}

function newRequestMenu(own: (name: ShortcutCommand) => MenuItem): MenuEntry {
  return {
    kind: 'menu',
    label: 'New Request',
    items: openKinds.map(kind =>
      kind === 'http'
        ? { ...own('newTab'), label: requestKinds.http.name }
        : command(`new:${kind}`, requestKinds[kind].name),
    ),
  }
}

const helpItems = [
  command('documentation', 'Documentation'),
  command('licences', 'Licences'),
  command('about', 'About'),
]

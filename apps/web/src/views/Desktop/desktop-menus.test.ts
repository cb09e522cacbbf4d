import { openKinds } from '@parley/model'
import { expect, test } from 'vitest'
import { desktopShortcuts, shortcuts } from '../../workbench/settings/keymap.ts'
import { desktopMenus } from './desktop-menus.ts'

const items = (remaps: Parameters<typeof desktopMenus>[0] = []) =>
  desktopMenus(remaps)
    .flatMap(menu => menu.items)
    .flatMap(entry => (entry.kind === 'menu' ? entry.items : [entry]))
    .flatMap(entry => (entry.kind === 'command' ? [entry] : []))

test('the menus are those of the design', () => {
  expect(desktopMenus([]).map(({ label }) => label)).toEqual([
    'File',
    'Edit',
    'View',
    'Request',
    'Window',
    'Help',
  ])
})

test.each(shortcuts.map(one => one))(
  '$command is in a menu, with its name and keys',
  ({ command, label, keys }) => {
    const [item, ...more] = items().filter(({ id }) => id === command)
    expect(more).toEqual([])
    expect(item?.keys).toBe(keys[0])
    if (command !== 'newTab') expect(item?.label).toBe(label)
  },
)

test.each(desktopShortcuts.map(one => one).filter(({ command }) => command !== 'newRequest'))(
  '$command of the desktop app is in a menu',
  ({ command, label, keys }) => {
    expect(items()).toContainEqual({ kind: 'command', id: command, label, keys: keys[0] })
  },
)

test('a request of each kind can be made', () => {
  const made = items().filter(({ id }) => id === 'newTab' || id.startsWith('new:'))
  expect(made).toHaveLength(openKinds.length)
})

test('a shortcut that the user has changed is shown', () => {
  const remaps = [{ command: 'duplicate', keys: 'Mod+Shift+D' }] as const
  expect(items(remaps).find(({ id }) => id === 'duplicate')?.keys).toBe('Mod+Shift+D')
})

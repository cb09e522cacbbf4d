import { beforeEach, describe, expect, it } from 'vitest'
import {
  commandForKey,
  desktopCommandForKey,
  desktopShortcuts,
  isBrowserKey,
  keymapOf,
  pressedKeys,
  shortcuts,
} from './keymap.ts'
import { type KeyPress, keysOfPress } from './keys-of-press.ts'
import { characterAt, codes, layouts, pressesOf, pressOf, systems } from './layouts.testkit.ts'
import { takeShortcut } from './take-shortcut.ts'

const keymap = keymapOf([])
const table = layouts.flatMap(layout =>
  systems.map(system => ({ layout, system, isMac: system === 'macOS' })),
)

describe.each(table)('$layout.name on $system', ({ layout, system, isMac }) => {
  // A word in this layout, which is how it is known of what layout a sign is.
  beforeEach(() => {
    keysOfPress(pressOf(characterAt(layout, 'KeyS', false), 'KeyS', [], system), isMac)
  })

  it('does each command of the page with its keys', () => {
    const presses = shortcuts.flatMap(({ command, keys }) => keys.map(one => ({ command, one })))
    for (const { command, one } of presses) {
      const found = pressesOf(pressedKeys(one, isMac), layout, system)
      expect(found.map(press => commandForKey(press, keymap, isMac))).toContain(command)
      expect(found.filter(press => commandForKey(press, keymap, isMac) !== command)).toEqual([])
    }
  })

  it('does each command of the desktop app with its keys', () => {
    for (const { command, keys } of desktopShortcuts) {
      const found = keys.flatMap(one => pressesOf(pressedKeys(one, isMac), layout, system))
      expect(found.map(press => desktopCommandForKey(press, false, isMac))).toContain(command)
      expect(found.filter(press => desktopCommandForKey(press, false, isMac) !== command)).toEqual([])
    }
  })

  it('captures the keys that do the command then', () => {
    for (const { command, isFixed, keys } of shortcuts) {
      for (const press of keys.flatMap(one => pressesOf(pressedKeys(one, isMac), layout, system))) {
        const taken = takeShortcut(press, null, command, [], isMac)
        expect([press, taken.type]).toEqual([press, 'set'])
        if (taken.type !== 'set' || isFixed) continue
        const remaps = [{ command, keys: taken.keys }]
        expect(commandForKey(press, keymapOf(remaps), isMac)).toBe(command)
      }
    }
  })

  it('reads each Latin letter as itself, wherever its key is', () => {
    for (const code of codes) {
      for (const isShifted of [false, true]) {
        const character = characterAt(layout, code, isShifted)
        if (!/^[a-z]$/i.test(character)) continue
        const press = pressesOf(
          `Mod+${isShifted ? 'Shift+' : ''}${character.toUpperCase()}`,
          layout,
          system,
        )[0]
        const keys = `Mod+${isShifted ? 'Shift+' : ''}${character.toUpperCase()}`
        expect(press?.code).toBe(code)
        expect(press && keysOfPress(press, isMac)).toBe(keys)
      }
    }
  })

  it('lets Option and AltGr type', () => {
    const typed = isMac ? layout.option : layout.altGr
    for (const [code, key] of Object.entries(typed)) {
      const press = pressOf(key, code, [isMac ? 'Alt' : 'AltGr'], system)
      expect([press, ...meaningsOf(press, isMac)]).toEqual([press, null, null, false])
      const taken = takeShortcut(press, null, 'newTab', [], isMac)
      expect(taken).toEqual(key === 'Dead' ? { type: 'nothing' } : { type: 'typed', character: key })
    }
  })
})

function meaningsOf(press: KeyPress, isMac: boolean) {
  return [
    commandForKey(press, keymap, isMac),
    desktopCommandForKey(press, false, isMac),
    isBrowserKey(press, isMac),
  ]
}

it.each([
  ['undo on a French keyboard', 'z', 'KeyW', 'Mod+Z'],
  ['Select all on a French keyboard', 'a', 'KeyQ', 'Mod+A'],
  ['Save on a Colemak keyboard', 's', 'KeyD', 'Mod+S'],
  ['Cut on a Dvorak keyboard', 'x', 'KeyB', 'Mod+X'],
  ['a quote on a Dvorak keyboard', "'", 'KeyQ', "Mod+'"],
  ['Settings on a Russian keyboard', 'б', 'Comma', 'Mod+,'],
  ['a letter with a mark', 'ü', 'BracketLeft', 'Mod+Ü'],
  ['a letter that has no upper case', 'ß', 'Minus', 'Mod+ß'],
  ['a digit on a French keyboard', 'à', 'Digit0', 'Mod+0'],
  ['a key of Arabic that types two characters', 'لا', 'KeyB', 'Mod+B'],
])('reads %s by its letter', (_, key, code, keys) => {
  keysOfPress(pressOf('a', 'KeyA', [], 'Linux'))
  expect(keysOfPress(pressOf(key, code, ['Ctrl'], 'Linux'), false)).toBe(keys)
})

it('takes AltGr for typing where the browser says only Ctrl and Alt', () => {
  const press = { ...pressOf('@', 'KeyQ', ['Ctrl', 'Alt'], 'Windows'), getModifierState: () => false }
  expect(keysOfPress(press, false)).toBeNull()
  expect(keysOfPress({ ...press, key: 'k', code: 'KeyK' }, false)).toBe('Mod+Alt+K')
})

it('shows Control instead of Option on macOS, where Option types', () => {
  const all = ['Alt+T', 'Alt+Shift+T', 'Alt+PageDown', 'Mod+K', 'F6']
  expect(all.map(one => pressedKeys(one, true))).toEqual([
    'Ctrl+T',
    'Ctrl+Shift+T',
    'Alt+PageDown',
    'Mod+K',
    'F6',
  ])
  expect(all.map(one => pressedKeys(one, false))).toEqual(all)
})

it('reads no press of a composition', () => {
  const press = pressOf('Enter', 'Enter', ['Ctrl'], 'Linux')
  expect(keysOfPress({ ...press, isComposing: true })).toBeNull()
  expect(keysOfPress({ ...press, keyCode: 229 })).toBeNull()
})

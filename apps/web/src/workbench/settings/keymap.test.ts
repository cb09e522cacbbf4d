import { describe, expect, it } from 'vitest'
import {
  commandForKey,
  conflictOf,
  isUsableShortcut,
  keymapOf,
  keysFor,
  remapped,
  shortcuts,
  shownKeys,
} from './keymap.ts'
import { keysOfPress } from './keys-of-press.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const shortcut = (command: string) => {
  const found = shortcuts.find(one => one.command === command)
  if (found === undefined) throw new Error(command)
  return found
}

it.each([
  [{ ...none, key: 'Enter', code: 'Enter', ctrlKey: true }, 'send'],
  [{ ...none, key: 'Enter', code: 'Enter', metaKey: true }, 'send'],
  [{ ...none, key: 't', code: 'KeyT', altKey: true }, 'newTab'],
  [{ ...none, key: 't', code: 'KeyT', ctrlKey: true }, 'newTab'],
  [{ ...none, key: 'w', code: 'KeyW', altKey: true }, 'closeTab'],
  [{ ...none, key: 'b', code: 'KeyB', ctrlKey: true }, 'toggleSidebar'],
  [{ ...none, key: 'L', code: 'KeyL', ctrlKey: true, shiftKey: true }, 'toggleLayout'],
  [{ ...none, key: ',', code: 'Comma', ctrlKey: true }, 'openSettings'],
  [{ ...none, key: 'F6', code: 'F6' }, 'nextPane'],
  [{ ...none, key: 'F6', code: 'F6', shiftKey: true }, 'previousPane'],
  [{ ...none, key: 'Enter', code: 'Enter' }, null],
  [{ ...none, key: 'Enter', code: 'Enter', ctrlKey: true, shiftKey: true }, 'stop'],
  [{ ...none, key: 't', code: 'KeyT' }, null],
  [{ ...none, key: 'T', code: 'KeyT', ctrlKey: true, shiftKey: true }, 'reopenTab'],
  [{ ...none, key: 't', code: 'KeyT', ctrlKey: true, altKey: true }, null],
] as const)('reads %o as %s', (press, command) => {
  expect(commandForKey(press, keymapOf([]))).toBe(command)
})

it('gives no default keys to two commands', () => {
  const all = shortcuts.flatMap(one => one.keys)
  expect(new Set(all).size).toBe(all.length)
})

it.each([
  [{ ...none, key: 'Control', code: 'ControlLeft', ctrlKey: true }, null],
  [{ ...none, key: 'k', code: 'KeyK', ctrlKey: true, altKey: true, shiftKey: true }, 'Mod+Alt+Shift+K'],
  [{ ...none, key: ' ', code: 'Space', altKey: true }, 'Alt+Space'],
  [{ ...none, key: 'ArrowDown', code: 'ArrowDown', metaKey: true }, 'Mod+ArrowDown'],
  [{ ...none, key: '!', code: 'Digit1', shiftKey: true }, 'Shift+1'],
] as const)('names the keys of %o %s', (press, keys) => {
  expect(keysOfPress(press)).toBe(keys)
})

it.each([
  ['Mod+K', true],
  ['Alt+1', true],
  ['F8', true],
  ['Shift+F8', true],
  ['K', false],
  ['Shift+K', false],
  ['Enter', false],
])('accepts %s as a shortcut: %s', (keys, isUsable) => {
  expect(isUsableShortcut(keys)).toBe(isUsable)
})

describe('a remap', () => {
  const remaps = [{ command: 'toggleSidebar', keys: 'Mod+Shift+B' }]

  it('replaces the default keys', () => {
    expect(keysFor(shortcut('toggleSidebar'), remaps)).toEqual(['Mod+Shift+B'])
    const keymap = keymapOf(remaps)
    expect(keymap.get('Mod+Shift+B')).toBe('toggleSidebar')
    expect(keymap.get('Mod+B')).toBeUndefined()
  })

  it('of Send is ignored, and no other command can take its keys', () => {
    const evil = [
      { command: 'send', keys: 'Mod+Y' },
      { command: 'newTab', keys: 'Mod+Enter' },
      { command: 'no such command', keys: 'Mod+J' },
    ]
    const keymap = keymapOf(evil)
    expect(keymap.get('Mod+Enter')).toBe('send')
    expect(keymap.get('Mod+Y')).toBeUndefined()
    expect(keymap.get('Mod+J')).toBeUndefined()
  })

  it('to keys of another command takes them from it', () => {
    expect(conflictOf('Mod+T', 'toggleSidebar', [])?.command).toBe('newTab')
    expect(conflictOf('Mod+B', 'toggleSidebar', [])).toBeNull()
    const after = remapped([], 'toggleSidebar', 'Mod+T')
    expect(after).toEqual([
      { command: 'newTab', keys: '' },
      { command: 'toggleSidebar', keys: 'Mod+T' },
    ])
    expect(keymapOf(after).get('Mod+T')).toBe('toggleSidebar')
    expect(shownKeys(shortcut('newTab'), after, true)).toBeNull()
  })
})

it('has other keys where macOS keeps them for itself', () => {
  const press = { ...none, metaKey: true, shiftKey: true, key: 'h', code: 'KeyH' }
  expect(commandForKey(press, keymapOf([]), true)).toBe('replace')
  expect(commandForKey(press, keymapOf([{ command: 'replace', keys: 'Mod+J' }]), true)).toBeNull()
  expect(shownKeys(shortcut('replace'), [], false, true)).toBe('Mod+Shift+H')
  expect(shownKeys(shortcut('replace'), [], false, false)).toBe('Mod+H')
  expect(conflictOf('Mod+Shift+H', 'find', [], true)?.command).toBe('replace')
})

it('shows the keys that reach the page in this window', () => {
  expect(shownKeys(shortcut('newTab'), [], true)).toBe('Mod+T')
  expect(shownKeys(shortcut('newTab'), [], false)).toBe('Alt+T')
  expect(shownKeys(shortcut('newTab'), [{ command: 'newTab', keys: 'Mod+J' }], false)).toBe('Mod+J')
})

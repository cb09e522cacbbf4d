import { expect, it } from 'vitest'
import { commandForKey } from './keymap.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

it.each([
  [{ ...none, key: 'Enter', code: 'Enter', ctrlKey: true }, 'send'],
  [{ ...none, key: 'Enter', code: 'Enter', metaKey: true }, 'send'],
  [{ ...none, key: '†', code: 'KeyT', altKey: true }, 'newTab'],
  [{ ...none, key: 't', code: 'KeyT', ctrlKey: true }, 'newTab'],
  [{ ...none, key: 'w', code: 'KeyW', altKey: true }, 'closeTab'],
  [{ ...none, key: 'b', code: 'KeyB', ctrlKey: true }, 'toggleSidebar'],
  [{ ...none, key: 'F6', code: 'F6' }, 'nextPane'],
  [{ ...none, key: 'F6', code: 'F6', shiftKey: true }, 'previousPane'],
  [{ ...none, key: 'Enter', code: 'Enter' }, null],
  [{ ...none, key: 't', code: 'KeyT' }, null],
  [{ ...none, key: 'T', code: 'KeyT', ctrlKey: true, shiftKey: true }, null],
  [{ ...none, key: 't', code: 'KeyT', ctrlKey: true, altKey: true }, null],
] as const)('reads %o as %s', (press, command) => {
  expect(commandForKey(press)).toBe(command)
})

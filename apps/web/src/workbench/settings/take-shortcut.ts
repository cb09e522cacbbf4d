import type { KeyRemap } from '@parley/model'
import { conflictOf, isUsableShortcut, type ShortcutCommand } from './keymap.ts'
import { isOnMac, isTypedWithAlt, type KeyPress, keysOfPress } from './keys-of-press.ts'

/** What a key press is where new keys for a command are asked for. */
export type TakenShortcut =
  /** It moves the focus, as everywhere. */
  | { readonly type: 'left' }
  | { readonly type: 'nothing' }
  | { readonly type: 'cancelled' }
  /** The command gets these keys; empty: none. */
  | { readonly type: 'set'; readonly keys: string }
  /** They cannot be set, or only after Enter, as another command has them. */
  | { readonly type: 'shown'; readonly keys: string }
  /** They type a character, with Option or AltGr. */
  | { readonly type: 'typed'; readonly character: string }

/**
 * Reads a key press where new keys for a command are asked for.
 * @param shown - the keys that are shown and not set yet, which Enter takes from the other command that has them
 */
export function takeShortcut(
  press: KeyPress,
  shown: string | null,
  command: ShortcutCommand,
  remaps: readonly KeyRemap[],
  isMac = isOnMac,
): TakenShortcut {
  const keys = keysOfPress(press, isMac)
  if (keys === null) {
    const isTyped = press.key !== 'Dead' && isTypedWithAlt(press, isMac)
    return isTyped ? { type: 'typed', character: press.key } : { type: 'nothing' }
  }
  if (keys === 'Tab' || keys === 'Shift+Tab') return { type: 'left' }
  if (keys === 'Escape') return { type: 'cancelled' }
  if (keys === 'Backspace' || keys === 'Delete') return { type: 'set', keys: '' }
  if (keys === 'Enter') {
    const conflict = shown === null ? null : conflictOf(shown, command, remaps, isMac)
    return shown === null || conflict === null || conflict.isFixed
      ? { type: 'nothing' }
      : { type: 'set', keys: shown }
  }
  const isFree = isUsableShortcut(keys) && conflictOf(keys, command, remaps, isMac) === null
  return { type: isFree ? 'set' : 'shown', keys }
}

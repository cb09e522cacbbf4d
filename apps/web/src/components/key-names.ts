import { isOnMac } from '../workbench/settings/keys-of-press.ts'

const namesOnMac: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥' }

/** A key of the keymap as this system calls it: `Mod` is Cmd on macOS and Ctrl elsewhere. */
export function keyName(key: string): string {
  if (isOnMac) return namesOnMac[key] ?? key
  return key === 'Mod' ? 'Ctrl' : key
}

/** The keys of a shortcut, as this system calls each; one of them may be a plus. */
export function keyNameList(keys: string): readonly string[] {
  return keys.split(/(?<=.)\+(?=.)/).map(keyName)
}

/** The keys of a shortcut in words, as in `Ctrl + Shift + K`. */
export function keyNames(keys: string): string {
  return keyNameList(keys).join(' + ')
}

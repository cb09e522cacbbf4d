const isMac = navigator.platform.startsWith('Mac')

/** A key of the keymap as this system calls it: `Mod` is Cmd on macOS and Ctrl elsewhere. */
export function keyName(key: string): string {
  return key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key
}

/** The keys of a shortcut in words, as in `Ctrl + Shift + K`. */
export function keyNames(keys: string): string {
  return keys.split('+').map(keyName).join(' + ')
}

/** Commands with a shortcut. */
export type ShortcutCommand = 'send' | 'newTab' | 'closeTab' | 'toggleSidebar' | 'nextPane' | 'previousPane'

/** The parts of a keyboard event that decide. */
export interface KeyPress {
  readonly key: string
  /** The key's place on the keyboard, as Alt changes `key` on some systems. */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/**
 * The command of a key press, or null. Cmd replaces Ctrl on macOS. A browser keeps Ctrl+T and Ctrl+W
 * for itself unless the page stands in a window of its own, so Alt does the same.
 */
export function commandForKey(press: KeyPress): ShortcutCommand | null {
  const isMain = (press.ctrlKey || press.metaKey) && !press.altKey
  const isAlt = press.altKey && !press.ctrlKey && !press.metaKey
  if (press.key === 'F6') return press.shiftKey ? 'previousPane' : 'nextPane'
  if (press.shiftKey) return null
  if (isMain && press.key === 'Enter') return 'send'
  if (isMain && press.code === 'KeyB') return 'toggleSidebar'
  if ((isMain || isAlt) && press.code === 'KeyT') return 'newTab'
  if ((isMain || isAlt) && press.code === 'KeyW') return 'closeTab'
  return null
}

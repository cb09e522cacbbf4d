import type { KeyRemap } from '@parley/model'
import { isOnMac, type KeyPress, keysOfPress } from './keys-of-press.ts'

/** A command that has a shortcut, and is in the palette and in Settings → Keyboard. */
export type ShortcutCommand = (typeof shortcuts)[number]['command']

export interface Shortcut<Command extends string = ShortcutCommand> {
  readonly command: Command
  /** As Settings → Keyboard names it. */
  readonly label: string
  /**
   * As `Mod+Shift+K`, `Mod` being Cmd on macOS and Ctrl elsewhere. Where there are two, the second is
   * for browsers that keep the first for themselves.
   */
  readonly keys: readonly string[]
  /** Send and Save cannot be remapped (behaviour 4.1). */
  readonly isFixed: boolean
}

/** Every default shortcut, in the order of Settings → Keyboard. */
export const shortcuts = [
  { command: 'send', label: 'Send', keys: ['Mod+Enter'], isFixed: true },
  { command: 'stop', label: 'Stop', keys: ['Mod+Shift+Enter'], isFixed: false },
  { command: 'save', label: 'Save', keys: ['Mod+S'], isFixed: true },
  { command: 'search', label: 'Search or run a command', keys: ['Mod+K'], isFixed: false },
  { command: 'newTab', label: 'New HTTP tab', keys: ['Mod+T', 'Alt+T'], isFixed: false },
  { command: 'closeTab', label: 'Close Tab', keys: ['Mod+W', 'Alt+W'], isFixed: false },
  { command: 'reopenTab', label: 'Reopen closed tab', keys: ['Mod+Shift+T', 'Alt+Shift+T'], isFixed: false },
  { command: 'nextTab', label: 'Next tab', keys: ['Mod+PageDown', 'Alt+PageDown'], isFixed: false },
  { command: 'previousTab', label: 'Previous tab', keys: ['Mod+PageUp', 'Alt+PageUp'], isFixed: false },
  { command: 'rename', label: 'Rename', keys: ['Mod+E', 'F2'], isFixed: false },
  { command: 'duplicate', label: 'Duplicate', keys: ['Mod+D'], isFixed: false },
  { command: 'find', label: 'Find in response', keys: ['Mod+F'], isFixed: false },
  { command: 'replace', label: 'Find and replace', keys: ['Mod+H'], isFixed: false },
  { command: 'focusUrl', label: 'Focus URL', keys: ['Mod+L', 'Alt+L'], isFixed: false },
  { command: 'toggleSidebar', label: 'Toggle sidebar', keys: ['Mod+B'], isFixed: false },
  { command: 'toggleLayout', label: 'Toggle layout', keys: ['Mod+Shift+L'], isFixed: false },
  { command: 'nextPane', label: 'Next pane', keys: ['F6'], isFixed: false },
  { command: 'previousPane', label: 'Previous pane', keys: ['Shift+F6'], isFixed: false },
  { command: 'generateCode', label: 'Generate Code', keys: ['Alt+G'], isFixed: false },
  { command: 'openSettings', label: 'Settings', keys: ['Mod+,'], isFixed: false },
] as const satisfies readonly Shortcut<string>[]

/** A command that only a window of the desktop app has. */
export type DesktopCommand = (typeof desktopShortcuts)[number]['command']

/** The shortcuts of windows of the desktop app; in its app windows Chromium has all but those marked. */
export const desktopShortcuts = [
  { command: 'newRequest', label: 'New request', keys: ['Mod+N'], isOfChromium: false },
  { command: 'newWindow', label: 'New window', keys: ['Mod+Shift+N'], isOfChromium: false },
  { command: 'zoomIn', label: 'Zoom in', keys: ['Mod+=', 'Mod++', 'Mod+Shift++'], isOfChromium: true },
  { command: 'zoomOut', label: 'Zoom out', keys: ['Mod+-', 'Mod+Shift+_'], isOfChromium: true },
  { command: 'zoomReset', label: 'Actual size', keys: ['Mod+0'], isOfChromium: true },
  { command: 'fullScreen', label: 'Full screen', keys: ['F11'], isOfChromium: true },
  { command: 'quit', label: 'Quit', keys: ['Mod+Q'], isOfChromium: false },
] as const

/**
 * Keys with which an app window of Chromium would open a page of the browser, or leave this one. They do nothing
 * in the desktop app.
 */
const browserKeys = ['F5', 'Mod+R', 'Mod+Shift+R', 'Mod+H', 'Mod+J', 'Mod+O', 'Mod+U', 'Mod+P', 'Mod+Shift+B']

/** Whether a key press must not reach the browser in the desktop app. */
export function isBrowserKey(press: KeyPress, isMac = isOnMac): boolean {
  const pressed = keysOfPress(press, isMac)
  return pressed !== null && browserKeys.includes(pressed)
}

/**
 * Returns the command of a key press in a window of the desktop app, or null.
 * @param isInChromium - whether Chromium itself zooms and fills the screen
 */
export function desktopCommandForKey(
  press: KeyPress,
  isInChromium: boolean,
  isMac = isOnMac,
): DesktopCommand | null {
  const pressed = keysOfPress(press, isMac)
  const found = desktopShortcuts.find(
    ({ keys, isOfChromium }) => keys.some(one => one === pressed) && !(isInChromium && isOfChromium),
  )
  return found?.command ?? null
}

/** The commands, by their keys. */
export type Keymap = ReadonlyMap<string, ShortcutCommand>

/** Returns the shortcuts with the user's changes. */
export function keymapOf(remaps: readonly KeyRemap[]): Keymap {
  const entries = shortcuts.flatMap(shortcut =>
    keysFor(shortcut, remaps).map(keys => [keys, shortcut.command] as const),
  )
  // A command that cannot be remapped keeps its shortcut, whatever the settings say.
  const fixed = shortcuts.filter(shortcut => shortcut.isFixed)
  return new Map([
    ...entries,
    ...fixed.flatMap(({ keys, command }) => keys.map(one => [one, command] as const)),
  ])
}

/** All keys of a shortcut; none if the user removed them. */
export function keysFor(
  { command, keys, isFixed }: Shortcut,
  remaps: readonly KeyRemap[],
): readonly string[] {
  const remap = isFixed ? undefined : remaps.find(one => one.command === command)
  if (remap === undefined) return keys
  return remap.keys === '' ? [] : [remap.keys]
}

/** Returns the shortcut to show: an app window gets shortcuts that a browser tab keeps for itself. */
export function shownKeys(
  shortcut: Shortcut,
  remaps: readonly KeyRemap[],
  isAppWindow: boolean,
  isMac = isOnMac,
): string | null {
  const keys = keysFor(shortcut, remaps)
  const shown = isAppWindow ? keys[0] : keys.at(-1)
  return shown === undefined ? null : pressedKeys(shown, isMac)
}

/** The command of a key press, or null. */
export function commandForKey(press: KeyPress, keymap: Keymap, isMac = isOnMac): ShortcutCommand | null {
  const keys = keysOfPress(press, isMac)
  if (keys === null) return null
  const isControlOfMac = isMac && press.ctrlKey && !press.metaKey && !press.altKey
  const keysElsewhere = isControlOfMac
    ? keys.replace('Mod+', 'Alt+')
    : isMac
      ? keptByMac.get(keys)
      : undefined
  return keymap.get(keys) ?? keymap.get(keysElsewhere ?? '') ?? null
}

/** Keys on macOS in the place of others that the system keeps for itself: Cmd+H hides the app. */
const keptByMac: ReadonlyMap<string, string> = new Map([['Mod+Shift+H', 'Mod+H']])

/**
 * Returns keys as they are pressed on this system: on macOS, where Option with a character types, Control stands for
 * the Alt of a shortcut, and Cmd+H is the system's own.
 */
export function pressedKeys(keys: string, isMac = isOnMac): string {
  const [inPlace] = [...keptByMac].find(([, kept]) => kept === keys) ?? [keys]
  return isMac ? inPlace.replace(/^Alt\+(?=(?:Shift\+)?(?:.|Space)$)/, 'Ctrl+') : keys
}

/** Returns whether keys can be a shortcut, as opposed to typing: with Ctrl, Cmd or Alt, or a function key. */
export function isUsableShortcut(keys: string): boolean {
  return /^(?:Mod|Alt)\+./.test(keys) || /^(?:Shift\+)?F\d{1,2}$/.test(keys)
}

/** Returns the other command that has these keys; null if they are free. */
export function conflictOf(
  keys: string,
  command: ShortcutCommand,
  remaps: readonly KeyRemap[],
  isMac = isOnMac,
): Shortcut | null {
  const isSame = (one: string) => one === keys || pressedKeys(one, isMac).replace(/^Ctrl\+/, 'Mod+') === keys
  return (
    shortcuts.find(shortcut => shortcut.command !== command && keysFor(shortcut, remaps).some(isSame)) ?? null
  )
}

/** Returns the remaps in which a command has these keys and no other command has them any more. */
export function remapped(
  remaps: readonly KeyRemap[],
  command: ShortcutCommand,
  keys: string,
): readonly KeyRemap[] {
  const others = remaps.filter(one => one.command !== command)
  const conflicting = keys === '' ? null : conflictOf(keys, command, others)
  const without = conflicting === null ? others : others.filter(one => one.command !== conflicting.command)
  return [
    ...without,
    ...(conflicting === null ? [] : [{ command: conflicting.command, keys: '' }]),
    { command, keys },
  ]
}

import { useStore } from 'zustand'
import { findDesktopBridge } from '../../window/desktop-bridge.ts'
import { useSettings } from '../../wiring/use-stores.ts'
import { type ShortcutCommand, shortcuts, shownKeys } from '../../workbench/settings/keymap.ts'

/** Whether the page is in a window without the browser's bars and shortcuts, as npm start opens it. */
const isAppWindow = matchMedia('(display-mode: standalone)').matches || findDesktopBridge(window) !== null

/** The keys of a command as the user has them; undefined where there are none. */
export function useShownKeys(command: ShortcutCommand): string | undefined {
  const settings = useSettings()
  const remaps = useStore(settings.store, state => state.settings.keyboard.remaps)
  const shortcut = shortcuts.find(one => one.command === command)
  return (shortcut && shownKeys(shortcut, remaps, isAppWindow)) ?? undefined
}

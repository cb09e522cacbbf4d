import type { Stores } from '../../wiring/create-stores.ts'
import type { PaletteEntry } from '../../workbench/palette-search.ts'
import type { shortcuts } from '../../workbench/settings/keymap.ts'
import type { ShortcutStores } from '../Shortcuts/shortcut-commands.ts'

/** The stores that the palette searches and changes. */
export type PaletteStores = ShortcutStores &
  Pick<
    Stores,
    | 'library'
    | 'containerTabs'
    | 'variableTabs'
    | 'runPages'
    | 'beside'
    | 'loadHistory'
    | 'loadHistoryCommands'
    | 'loadCode'
    | 'toasts'
    | 'loadAssistant'
  >

/** An entry with what it does. */
export interface Action extends PaletteEntry {
  readonly kind:
    | 'tab'
    | 'request'
    | 'example'
    | 'container'
    | 'environment'
    | 'command'
    | 'setting'
    | 'history'
    | 'url'
  /** The keys of a command as the keymap names it. */
  readonly command?: (typeof shortcuts)[number]['command']
  run(): void | Promise<void>
  /** Whether a request is open afterwards, which can be sent at once. */
  readonly opensRequest?: true
  /** Whether another page is open afterwards, which gets the focus. */
  readonly opensPage?: true
  /** The palette asks this in its own place, and the answer is what acts. */
  readonly asks?: 'clearHistory'
}

/** Returns a command that is found by its label. */
export const commandOf = (label: string, run: Action['run'], keywords = ''): Action => ({
  id: `command:${label}`,
  kind: 'command',
  label,
  keywords,
  place: '',
  method: null,
  run,
})

/** Returns a command after which another page is open. */
export const opening = (label: string, run: Action['run']): Action => ({
  ...commandOf(label, run),
  opensPage: true,
})

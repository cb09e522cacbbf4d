import { createStore } from 'zustand/vanilla'

/** Dialogs that a command opens from anywhere; one at a time. */
export type DialogName =
  | 'palette'
  | 'settings'
  | 'generateCode'
  | 'saveExample'
  | 'repeat'
  | 'import'
  | 'export'
  | 'recentlyDeleted'
  | 'quickEdit'
  | 'openWorkspace'
  | 'newWorkspace'

/** The pages of the settings, in their order. */
export const settingsPages = [
  'General',
  'Appearance',
  'Editor',
  'Keyboard',
  'Proxy',
  'Certificates',
  'AI assistant',
  'Agents',
  'Data and backups',
  'About',
] as const

export type SettingsPageName = (typeof settingsPages)[number]

export interface DialogsState {
  readonly open: DialogName | null
  /** The page that Settings opens on. */
  readonly settingsPage: SettingsPageName
  /** The setting of that page that gets the focus; empty: none. */
  readonly setting: string
  /** What Open workspace and Import begin with, from a link; empty: nothing. */
  readonly typed: string
  /** Whether the assistant is loaded, which then decides where it is shown. */
  readonly hasAssistant: boolean
}

export type Dialogs = ReturnType<typeof createDialogs>

export function createDialogs() {
  const store = createStore<DialogsState>(() => ({
    open: null,
    settingsPage: 'General',
    setting: '',
    typed: '',
    hasAssistant: false,
  }))
  return {
    store,
    open: (name: Exclude<DialogName, 'settings'>) => store.setState({ open: name, typed: '' }),
    /** Opens Import with an address filled in; nothing is fetched. */
    openImport: (url: string) => store.setState({ open: 'import', typed: url }),
    /** Opens Open workspace with a folder filled in. */
    openWorkspace: (folder: string) => store.setState({ open: 'openWorkspace', typed: folder }),
    openSettings: (settingsPage: SettingsPageName = 'General', setting = '') =>
      store.setState({ open: 'settings', settingsPage, setting }),
    showAssistant: () => store.setState({ hasAssistant: true }),
    close: () => store.setState({ open: null }),
  }
}

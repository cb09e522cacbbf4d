import { createStore } from 'zustand/vanilla'

/** Dialogs that a command opens from anywhere; one at a time. */
export type DialogName =
  | 'settings'
  | 'generateCode'
  | 'import'
  | 'export'
  | 'recentlyDeleted'
  | 'openWorkspace'
  | 'newWorkspace'

/** A page of Settings that something leads to. */
export type SettingsPageName = 'General' | 'Proxy' | 'Certificates'

interface DialogsState {
  readonly open: DialogName | null
  /** That Settings opens on. */
  readonly settingsPage: SettingsPageName
}

export function createDialogs() {
  const store = createStore<DialogsState>(() => ({ open: null, settingsPage: 'General' }))
  return {
    store,
    open: (name: DialogName) => store.setState({ open: name, settingsPage: 'General' }),
    openSettings: (settingsPage: SettingsPageName) => store.setState({ open: 'settings', settingsPage }),
    close: () => store.setState({ open: null }),
  }
}

import { createStore } from 'zustand/vanilla'

/** Dialogs that a command opens from anywhere; one at a time. */
export type DialogName = 'settings' | 'generateCode' | 'recentlyDeleted'

export function createDialogs() {
  const store = createStore<{ readonly open: DialogName | null }>(() => ({ open: null }))
  return {
    store,
    open: (name: DialogName) => store.setState({ open: name }),
    close: () => store.setState({ open: null }),
  }
}

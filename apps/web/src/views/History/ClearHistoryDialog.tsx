import { useStore } from 'zustand'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { useHistory } from '../../wiring/use-stores.ts'

/** Asks before the whole history is removed, and removes it. */
export function ClearHistoryDialog({ onClose }: { readonly onClose: () => void }) {
  const history = useHistory()
  const search = useStore(history.store, state => state.search)
  const totalEntries = useStore(history.store, state => state.totalEntries)
  // How many there are is known while the list is shown and not filtered.
  const isCounted = search === '' && totalEntries > 0
  return (
    <ConfirmDialog
      kind="clearHistory"
      title="Clear History?"
      message={isCounted ? `All ${totalEntries} entries are removed.` : 'All entries are removed.'}
      confirmLabel="Clear History"
      onConfirm={() => {
        onClose()
        void history.clear()
      }}
      onCancel={onClose}
    />
  )
}

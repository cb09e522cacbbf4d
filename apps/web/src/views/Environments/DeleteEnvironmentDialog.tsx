import { useStore } from 'zustand'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { restorable } from '../../library/recently-deleted.ts'
import { useEnvironments } from '../../wiring/use-stores.ts'
import { keepFocus } from '../Shortcuts/focus-pane.ts'

/** Asks before an environment is deleted (behaviour 4.1). */
export function DeleteEnvironmentDialog() {
  const environments = useEnvironments()
  const deleting = useStore(environments.store, state =>
    state.environments.find(one => one.id === state.deletingId),
  )
  if (deleting === undefined) return null
  return (
    <ConfirmDialog
      kind="deleteEnvironment"
      title={`Delete ${deleting.name}?`}
      message={`It is removed from ${deleting.collection ?? 'Environments'}. ${restorable}`}
      confirmLabel="Delete"
      onConfirm={() => {
        void environments.confirmDelete()
        keepFocus()
      }}
      onCancel={environments.keep}
    />
  )
}

import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { ChoiceDialog } from '../components/ConfirmDialog.tsx'
import { tabName } from '../workbench/request-tab.ts'
import { requestTab } from '../workbench/workbench.ts'

/** Asks what is to stay where a file was changed outside since its tab was opened. */
export function ConflictDialog() {
  const { workbench, saving } = useAppModel()
  const conflict = useStore(saving.store, state => state.conflict)
  const tab = useStore(workbench.store, state => requestTab(state, conflict?.tabId ?? null))
  if (conflict === null || tab === null) return null
  const { method, url } = conflict.theirs.request
  return (
    <ChoiceDialog
      title={`${tabName(tab)} was changed on disk`}
      message={`Another program saved it since it was opened here. On disk: ${method} ${url}. Here: ${tab.draft.method} ${tab.draft.url}.`}
      choices={[
        { label: 'Keep what is on disk', onChoose: saving.takeTheirs },
        { label: 'Keep mine', onChoose: () => void saving.keepMine() },
      ]}
      onCancel={saving.decideLater}
    />
  )
}

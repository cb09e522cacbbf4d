import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { tabName } from '../workbench/request-tab.ts'
import { keepFocus } from './focus-pane.ts'

/** Asks before a tab with unsaved changes closes. */
export function CloseTabDialog() {
  const { workbench } = useAppModel()
  const tab = useStore(
    workbench.store,
    state => state.tabs.find(candidate => candidate.id === state.closingTabId) ?? null,
  )
  if (tab === null) return null
  return (
    // The next question begins anew, with the focus on Cancel.
    <ConfirmDialog
      key={tab.id}
      title={`Discard changes to ${tabName(tab)}?`}
      message="What you changed in this tab is lost."
      confirmLabel="Discard"
      onConfirm={() => {
        workbench.discardTab(tab.id)
        keepFocus()
      }}
      onCancel={() => {
        workbench.keepTab()
        keepFocus()
      }}
    />
  )
}

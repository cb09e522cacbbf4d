import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { ChoiceDialog } from '../components/ConfirmDialog.tsx'
import { tabName } from '../workbench/request-tab.ts'
import { keepFocus } from './focus-pane.ts'

/** Asks before a tab with unsaved changes closes (DESIGN 4). */
export function CloseTabDialog() {
  const { workbench, saveAndClose } = useAppModel()
  const tab = useStore(
    workbench.store,
    state => state.tabs.find(candidate => candidate.id === state.closingTabId) ?? null,
  )
  if (tab === null) return null
  return (
    // The next question begins anew, with the focus on Cancel.
    <ChoiceDialog
      key={tab.id}
      title={`Save changes to ${tabName(tab)}?`}
      message="What you changed in this tab is lost if it is not saved."
      choices={[
        {
          label: "Don't save",
          onChoose() {
            workbench.discardTab(tab.id)
            keepFocus()
          },
        },
        { label: 'Save', onChoose: () => void saveAndClose().then(keepFocus) },
      ]}
      onCancel={() => {
        workbench.keepTab()
        keepFocus()
      }}
    />
  )
}

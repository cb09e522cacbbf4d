import { useStore } from 'zustand'
import { ChoiceDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { useTabSaving, useWorkbench } from '../../wiring/use-stores.ts'
import { isUnsaved, tabName } from '../../workbench/tabs/request-tab.ts'
import { focusAfterClosing, keepFocus } from '../Shortcuts/focus-pane.ts'

/** Asks before a tab with unsaved changes closes (behaviour, Dialogs). */
export function CloseTabDialog() {
  const workbench = useWorkbench()
  const { saveAndClose } = useTabSaving()
  const tab = useStore(
    workbench.store,
    state => state.tabs.find(candidate => candidate.id === state.closingTabId) ?? null,
  )
  const othersCount = useStore(
    workbench.store,
    ({ tabs, closing }) => tabs.filter(one => closing.tabIds.includes(one.id) && isUnsaved(one)).length,
  )
  if (tab === null) return null
  const discardsAll = {
    label: 'Discard all',
    onChoose() {
      workbench.discardClosing()
      focusAfterClosing()
    },
  }
  return (
    // Each question begins with the focus on Cancel.
    <ChoiceDialog
      kind="saveChanges"
      key={tab.id}
      title={`Save changes to ${tabName(tab)}?`}
      message={messageOf(othersCount)}
      choices={[
        ...(othersCount > 0 ? [discardsAll] : []),
        {
          label: "Don't save",
          onChoose() {
            workbench.discardTab(tab.id)
            focusAfterClosing()
          },
        },
        { label: 'Save', isPrimary: true, onChoose: () => void saveAndClose().then(focusAfterClosing) },
      ]}
      onCancel={() => {
        workbench.keepTab()
        keepFocus()
      }}
    />
  )
}

function messageOf(othersCount: number): string {
  const loss = 'Your changes in this tab are lost if you do not save them.'
  if (othersCount === 0) return loss
  return `${loss} ${othersCount === 1 ? 'Another tab has' : `${othersCount} other tabs have`} unsaved changes too.`
}

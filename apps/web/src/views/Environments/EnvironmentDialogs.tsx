import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { ChoiceDialog, ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { describeDifference } from '../../workbench/describe-difference.ts'
import { pageTitle } from '../../workbench/variable-pages.ts'
import { keepFocus } from '../focus-pane.ts'

/** The questions about environments and pages of variables, one at a time. */
export function EnvironmentDialogs() {
  const { environments, variablePages, workbench } = useAppModel()
  /** One question at a time: that of a request comes first. */
  const isAsked = useStore(workbench.store, state => state.closingTabId !== null)
  const deleting = useStore(environments.store, state =>
    state.environments.find(one => one.id === state.deletingId),
  )
  const closing = useStore(variablePages.store, state =>
    state.pages.find(page => page.id === state.closing[0]),
  )
  const conflict = useStore(variablePages.store, state => state.conflict)
  const changed = useStore(variablePages.store, state =>
    state.pages.find(page => page.id === state.conflict?.pageId),
  )
  if (deleting !== undefined)
    return (
      <ConfirmDialog
        title={`Delete ${deleting.name}?`}
        message={`It is removed from ${deleting.collection ?? 'Environments'}. This cannot be undone.`}
        confirmLabel="Delete"
        onConfirm={() => {
          void environments.confirmDelete()
          keepFocus()
        }}
        onCancel={environments.keep}
      />
    )
  if (conflict !== null && changed !== undefined)
    return (
      <ChoiceDialog
        title={`${pageTitle(changed)} was changed on disk`}
        message={`Another program saved it since it was opened here. On disk: ${describeDifference(conflict.theirs.variables, changed.draft)}. Here: ${describeDifference(changed.draft, conflict.theirs.variables)}.`}
        choices={[
          { label: 'Keep what is on disk', onChoose: variablePages.takeTheirs },
          { label: 'Keep mine', onChoose: () => void variablePages.keepMine() },
        ]}
        onCancel={variablePages.decideLater}
      />
    )
  if (closing !== undefined && !isAsked)
    return (
      <ChoiceDialog
        key={closing.id}
        title={`Save changes to ${pageTitle(closing)}?`}
        message="What you changed in this tab is lost if it is not saved."
        choices={[
          {
            label: "Don't save",
            onChoose() {
              variablePages.discardClosing()
              keepFocus()
            },
          },
          { label: 'Save', onChoose: () => void variablePages.saveClosing().then(keepFocus) },
        ]}
        onCancel={() => {
          variablePages.keepClosing()
          keepFocus()
        }}
      />
    )
  return null
}

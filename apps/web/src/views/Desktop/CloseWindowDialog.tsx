import { useStore } from 'zustand'
import { ChoiceDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { useDesktop, useWorkbench } from '../../wiring/use-stores.ts'
import { sendsUnderWay } from '../../workbench/sending/sends-under-way.ts'

/** Asks before a window of the desktop app closes while its sends are under way. */
export function CloseWindowDialog() {
  const desktop = useDesktop()
  const workbench = useWorkbench()
  const sentence = useStore(workbench.store, state => sendsUnderWay(state).sentence)
  return (
    <ChoiceDialog
      kind="closeWindow"
      title="Close the window?"
      message={`${sentence} Closing ends what is under way. If Parley keeps running, start it again to see the window.`}
      choices={[
        { label: 'Keep running', onChoose: () => desktop.close(true) },
        { label: 'Close', isPrimary: true, onChoose: () => desktop.close(false) },
      ]}
      onCancel={desktop.stay}
    />
  )
}

import { useEffect } from 'react'
import { windowDialogTurns } from '../../components/dialogs/dialog-turns.ts'
import { keepFocus } from '../Shortcuts/focus-pane.ts'

/** Puts the focus on the active tab where the last of several dialogs has nothing to give it back to. */
export function useFocusAfterDialogs(): void {
  useEffect(
    () =>
      windowDialogTurns.store.subscribe(() => {
        if (windowDialogTurns.isFree()) keepFocus()
      }),
    [],
  )
}

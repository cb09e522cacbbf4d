import { useEffect } from 'react'
import { windowDialogTurns } from '../../components/dialogs/dialog-turns.ts'
import { keepFocus } from '../Shortcuts/focus-pane.ts'

/** Focuses the active tab if the last of several dialogs has no element to return the focus to. */
export function useFocusAfterDialogs(): void {
  useEffect(
    () =>
      windowDialogTurns.store.subscribe(() => {
        if (windowDialogTurns.isFree()) keepFocus()
      }),
    [],
  )
}

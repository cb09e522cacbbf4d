import { useEffect } from 'react'
import { windowDialogTurns } from '../components/dialog-turns.ts'
import { keepFocus } from './focus-pane.ts'

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

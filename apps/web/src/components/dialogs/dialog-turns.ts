import { createContext, useContext, useId, useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface DialogTurns {
  readonly store: StoreApi<{ readonly waiting: readonly string[] }>
  /** Returns what gives the turn to the next one. */
  join(id: string): () => void
  isTurnOf(id: string): boolean
  isFree(): boolean
  /** What had the focus before the first of the dialogs that followed each other. */
  opener: Element | null
}

/** The one owner of what may be shown: of the dialogs that wait, only the one that came first is open. */
export function createDialogTurns(): DialogTurns {
  const store = createStore<{ readonly waiting: readonly string[] }>(() => ({ waiting: [] }))
  return {
    store,
    join(id) {
      store.setState(({ waiting }) => ({ waiting: [...waiting, id] }))
      return () => store.setState(({ waiting }) => ({ waiting: waiting.filter(one => one !== id) }))
    },
    isTurnOf: id => store.getState().waiting[0] === id,
    isFree: () => store.getState().waiting.length === 0,
    opener: null,
  }
}

/** The turns of the dialogs that open over the page. */
export const windowDialogTurns = createDialogTurns()

/** The turns that a dialog joins: those of the window, or of the dialog that opens it over itself. */
export const DialogTurnsContext = createContext<DialogTurns>(windowDialogTurns)

/** Whether the dialog that calls this is the one to show now. */
export function useDialogTurn(): boolean {
  const turns = useContext(DialogTurnsContext)
  const id = useId()
  useLayoutEffect(() => {
    if (turns.isFree()) turns.opener = document.activeElement
    const leave = turns.join(id)
    return () => {
      leave()
      if (turns.isFree()) returnFocus(turns.opener)
    }
  }, [turns, id])
  return useStore(turns.store, () => turns.isTurnOf(id))
}

/** A dialog gives the focus back to its opener, which is gone where that was the dialog before it. */
function returnFocus(opener: Element | null): void {
  // The dialog's own attempt comes first, in the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }),
  )
}

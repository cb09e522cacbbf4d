import { createContext, useContext, useId, useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface DialogTurns {
  readonly store: StoreApi<{ readonly waiting: readonly string[] }>
  /** Adds a dialog; the returned function removes it, so that the next one is shown. */
  join(id: string): () => void
  isTurnOf(id: string): boolean
  isFree(): boolean
  /** The element that had the focus before the first dialog. */
  opener: Element | null
}

/** Decides which dialog is shown: the one that came first. */
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

/** The turns that a dialog joins: those of the window, or of the dialog it is opened from. */
export const DialogTurnsContext = createContext<DialogTurns>(windowDialogTurns)

/** Returns whether the calling dialog is shown now. */
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

/** Returns the focus to the opener, or to another element if the opener was a dialog that has closed. */
function returnFocus(opener: Element | null): void {
  // The dialog's own attempt comes first, in the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }),
  )
}

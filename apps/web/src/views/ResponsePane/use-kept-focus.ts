import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in a pane whose content goes with what it shows, as Cancel goes with its send: where the
 * element that had the focus is gone, the selected inner tab has it. Give the answer to the pane's `onFocus`.
 */
export function useKeptFocus(pane: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const isLost = document.activeElement === document.body && focused.current?.isConnected === false
    if (!isLost) return
    focused.current = null
    const tab = pane.current?.querySelector('[role="tab"][aria-selected="true"]')
    if (tab instanceof HTMLElement) tab.focus()
  })
  return event => {
    focused.current = event.target
  }
}

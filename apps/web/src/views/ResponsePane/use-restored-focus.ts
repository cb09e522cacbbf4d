import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from 'react'

export interface RestoredFocus {
  readonly rememberFocus: (event: FocusEvent) => void
  readonly restoreFocus: () => void
}

/**
 * Keeps the focus in a pane whose content changes. If the focused element is removed, as Cancel is at the end
 * of a send, the selected inner tab gets the focus. A field with the attribute `data-keeps-focus` gets it
 * back when a field of the same name appears, unless the user has moved it. Pass `rememberFocus` to the
 * pane's `onFocus`, and call `restoreFocus` when content is replaced without rendering the pane, for example
 * by a view that was loaded.
 */
export function useRestoredFocus(pane: RefObject<HTMLElement | null>): RestoredFocus {
  const focused = useRef<Element | null>(null)
  const lost = useRef<{ readonly name: string; readonly fallback: Element } | null>(null)
  const restoreFocus = useCallback(() => {
    const active = document.activeElement
    if (active === document.body && focused.current?.isConnected === false) {
      const name = focused.current.getAttribute('data-keeps-focus')
      focused.current = null
      const tab = pane.current?.querySelector('[role="tab"][aria-selected="true"]')
      if (!(tab instanceof HTMLElement)) return
      tab.focus()
      lost.current = name === null ? null : { name, fallback: tab }
    } else if (lost.current !== null && active !== lost.current.fallback) lost.current = null
    if (lost.current === null) return
    const back = pane.current?.querySelector(`[data-keeps-focus="${lost.current.name}"]`)
    if (!(back instanceof HTMLElement)) return
    lost.current = null
    back.focus()
  }, [pane])
  useEffect(restoreFocus)
  const rememberFocus = useCallback((event: FocusEvent) => {
    focused.current = event.target
  }, [])
  return { rememberFocus, restoreFocus }
}

import { type RefObject, useCallback, useEffect, useRef } from 'react'

const selectedTab = '[role="tab"][aria-selected="true"]'

/**
 * Keeps the focus in a pane whose content changes. If the focused element is removed, as Cancel is at the end of a send,
 * the selected inner tab gets the focus, or what `fallback` selects instead. A field with the attribute
 * `data-keeps-focus` gets it back when a field of the same name appears, unless the user has moved it. Call the returned
 * function when content is replaced without rendering the pane, for example by a view that was loaded.
 */
export function useRestoredFocus(pane: RefObject<HTMLElement | null>, fallback = selectedTab): () => void {
  const focused = useRef<Element | null>(null)
  const lost = useRef<{ readonly name: string; readonly fallback: Element } | null>(null)
  const restoreFocus = useCallback(() => {
    const active = document.activeElement
    if (active === document.body && focused.current?.isConnected === false) {
      const name = focused.current.getAttribute('data-keeps-focus')
      const found = pane.current?.querySelector(fallback)
      // It may need another render.
      if (!(found instanceof HTMLElement)) return
      focused.current = null
      found.focus()
      lost.current = name === null ? null : { name, fallback: found }
    } else if (lost.current !== null && active !== lost.current.fallback) lost.current = null
    if (lost.current === null) return
    const back = pane.current?.querySelector(`[data-keeps-focus="${lost.current.name}"]`)
    if (!(back instanceof HTMLElement)) return
    lost.current = null
    back.focus()
  }, [pane, fallback])
  useEffect(restoreFocus)
  useEffect(() => {
    const element = pane.current
    const remember = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? target : null
    }
    element?.addEventListener('focusin', remember)
    return () => element?.removeEventListener('focusin', remember)
  }, [pane])
  return restoreFocus
}

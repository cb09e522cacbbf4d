import { type RefObject, useEffect } from 'react'

/** Gives an element the focus when what had it is gone with the page before. */
export function useKeptFocus(element: RefObject<HTMLElement | null>, page: unknown = null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the cause.
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true })
  }, [element, page])
}

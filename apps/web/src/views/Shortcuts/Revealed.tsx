import { useLayoutEffect } from 'react'

/**
 * Calls back once the content around it shows: the code of a view is loaded, or its tabs are rendered. Until then the
 * previous view is hidden in its place, and keeps the focus if it had it.
 */
export function Revealed({ onReveal }: { readonly onReveal: () => void }) {
  useLayoutEffect(onReveal)
  return null
}

import type { MouseEvent } from 'react'
import type { MenuPlace } from './PlacedMenu.tsx'

/** Returns where the menu of an element opens: at the pointer, or below the element if a key asked for it. */
export function menuPlace(
  { clientX, clientY, currentTarget }: MouseEvent,
  element: Element = currentTarget,
): MenuPlace {
  const box = element.getBoundingClientRect()
  const isByKey = clientX === 0 && clientY === 0
  return isByKey ? { x: box.left, y: box.bottom } : { x: clientX, y: clientY }
}

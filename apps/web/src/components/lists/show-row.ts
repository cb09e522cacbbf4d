import type { Virtualizer } from '@tanstack/react-virtual'

/**
 * Scrolls a row of a list into sight; one that is in sight stays where it is. The list may just have been scrolled: the event
 * that notifies the virtualizer comes with the next frame, so its offset is set here.
 */
export function showRow<Scroller extends Element>(
  virtualizer: Virtualizer<Scroller, Element>,
  index: number,
): void {
  if (virtualizer.scrollElement !== null) virtualizer.scrollOffset = virtualizer.scrollElement.scrollTop
  virtualizer.scrollToIndex(index)
}

/** Scrolls a row into sight if no part of it is in sight. */
export function showHiddenRow<Scroller extends Element>(
  virtualizer: Virtualizer<Scroller, Element>,
  index: number,
): void {
  const { scrollElement } = virtualizer
  const row = virtualizer.measurementsCache[index]
  if (scrollElement === null || row === undefined) return
  const { scrollTop, clientHeight } = scrollElement
  if (row.end <= scrollTop || row.start >= scrollTop + clientHeight) showRow(virtualizer, index)
}

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

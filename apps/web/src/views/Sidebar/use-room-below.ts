import { type RefObject, type UIEvent, useState } from 'react'

export interface RoomBelow {
  /** The least height of the list's content in CSS px. */
  readonly height: number
  /** Call when a row is clicked, before the list becomes shorter. */
  readonly hold: () => void
  /** Call when the pointer leaves the list. */
  readonly release: () => void
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
}

/**
 * Keeps a list scrolled where it is when a click makes it shorter: otherwise the browser would scroll it back, and the second
 * click of a double click would meet another row.
 */
export function useRoomBelow(scroller: RefObject<HTMLElement | null>): RoomBelow {
  const [height, setHeight] = useState(0)
  const bottomOf = ({ scrollTop, clientHeight }: HTMLElement) => scrollTop + clientHeight
  return {
    height,
    hold: () => setHeight(scroller.current === null ? 0 : bottomOf(scroller.current)),
    release: () => setHeight(0),
    // What is scrolled out below is no longer needed.
    onScroll: ({ currentTarget }) => setHeight(held => Math.min(held, bottomOf(currentTarget))),
  }
}

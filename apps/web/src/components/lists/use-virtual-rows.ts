import {
  defaultRangeExtractor,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Up to this number all rows exist, for the browser's own search and for screen readers (behaviour, Long lists). */
export const maxWithoutVirtual = 100

export interface VirtualRowsOptions {
  /** Whether only the rows around the visible ones exist; absent: if there are many. */
  readonly isVirtual?: boolean
  /** How many rows exist above and below the visible ones. */
  readonly overscan?: number
  /** Rows that exist wherever the list is scrolled, such as the one with the focus. */
  readonly kept?: () => readonly number[]
  /** How far the list is scrolled when it appears, in CSS px. */
  readonly initialOffset?: () => number
}

export interface VirtualRows<Scroller extends HTMLElement> {
  /** The ref of the element that scrolls. */
  readonly scroller: RefObject<Scroller | null>
  /** Whether only some of the rows exist. */
  readonly isVirtual: boolean
  /** The rows that exist, one after the other. */
  readonly indexes: readonly number[]
  /** The same with their places. */
  readonly items: readonly VirtualItem[]
  /** CSS px of all rows of a virtual list, and of those above and below the existing ones. */
  readonly height: number
  readonly before: number
  readonly after: number
  /** Give it to each row as its `ref`, with its index as `data-index`, if rows are as high as their text. */
  readonly measure: (row: HTMLElement | null) => void
  readonly virtualizer: Virtualizer<Scroller, Element>
  /** Shows a row. */
  readonly scrollTo: (index: number) => void
}

/** Returns the rows of a list that exist: all of a short list, those in sight of a long one. */
export function useVirtualRows<Scroller extends HTMLElement>(
  count: number,
  rowHeight: number,
  options: VirtualRowsOptions = {},
): VirtualRows<Scroller> {
  const { isVirtual = count > maxWithoutVirtual, overscan = 20, kept = noRows, initialOffset } = options
  const scroller = useRef<Scroller>(null)
  const virtualizer = useVirtualizer({
    count,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    ...(initialOffset && { initialOffset }),
    rangeExtractor: range => {
      const rows = kept().filter(row => row >= 0 && row < count)
      return [...new Set([...defaultRangeExtractor(range), ...rows])].sort((one, other) => one - other)
    },
  })
  // A list that is hidden returns to the offset that the virtualizer knows.
  useLayoutEffect(() => () => readOffset(virtualizer, scroller.current), [virtualizer])
  const items = virtualizer.getVirtualItems()
  const height = virtualizer.getTotalSize()
  return {
    scroller,
    isVirtual,
    indexes: isVirtual ? items.map(item => item.index) : Array.from({ length: count }, (_, index) => index),
    items,
    height,
    before: items[0]?.start ?? 0,
    after: isVirtual ? height - (items.at(-1)?.end ?? 0) : 0,
    measure: isVirtual ? virtualizer.measureElement : noMeasure,
    virtualizer,
    scrollTo(index) {
      if (isVirtual) showRow(virtualizer, index)
      else scroller.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' })
    },
  }
}

const noRows = (): readonly number[] => []
const noMeasure = () => {}

/** Scrolls a row of a list into sight; one that is in sight stays where it is. */
export function showRow<Scroller extends Element>(
  virtualizer: Virtualizer<Scroller, Element>,
  index: number,
): void {
  readOffset(virtualizer, virtualizer.scrollElement)
  virtualizer.scrollToIndex(index)
}

/**
 * Tells a virtualizer how far its list is scrolled. It may just have been scrolled: the event that notifies the virtualizer
 * comes with the next frame.
 */
function readOffset<Scroller extends Element>(
  virtualizer: Virtualizer<Scroller, Element>,
  scroller: Scroller | null,
): void {
  if (scroller !== null) virtualizer.scrollOffset = scroller.scrollTop
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

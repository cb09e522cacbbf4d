import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef } from 'react'
import { showRow } from './show-row.ts'

/** Up to this number all rows exist, for the browser's own search and for screen readers (behaviour, Long lists). */
const maxWithoutVirtual = 100

export interface VirtualRows<Scroller extends HTMLElement> {
  /** The ref of the element that scrolls. */
  readonly scroller: RefObject<Scroller | null>
  /** Whether only some of the rows exist. */
  readonly isVirtual: boolean
  /** The rows that exist, one after the other. */
  readonly indexes: readonly number[]
  /** CSS px of the rows above and below them. */
  readonly before: number
  readonly after: number
  /** Give it to each row as its `ref`, with its index as `data-index`. */
  readonly measure: (row: HTMLElement | null) => void
  /** Shows a row. */
  readonly scrollTo: (index: number) => void
}

/** Returns the visible rows of a list whose rows are as high as their text. */
export function useVirtualRows<Scroller extends HTMLElement>(
  count: number,
  rowHeight: number,
): VirtualRows<Scroller> {
  const scroller = useRef<Scroller>(null)
  const isVirtual = count > maxWithoutVirtual
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 20,
    rangeExtractor: range =>
      isVirtual ? defaultRangeExtractor(range) : Array.from({ length: count }, (_, index) => index),
  })
  const items = virtualizer.getVirtualItems()
  return {
    scroller,
    isVirtual,
    indexes: items.map(item => item.index),
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
    scrollTo: index => showRow(virtualizer, index),
  }
}

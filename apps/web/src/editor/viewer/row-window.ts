/** How many rows a viewer holds of a body that is too long to be held as a whole. */
export const windowRows = 400
/** How near to its end a window may be scrolled before the next one is read. */
const marginRows = 60
/** Browsers draw no element higher than some 16 million pixels; a longer body scrolls faster than it is drawn. */
const maxScrollHeight = 8_000_000

/** A stretch of the rows of a body. */
export interface RowWindow {
  readonly first: number
  readonly count: number
}

/** The window to be read for what shows from `topRow` on; null where the present one will do. */
export function nextWindow(
  present: RowWindow,
  topRow: number,
  shownRows: number,
  totalRows: number,
): RowWindow | null {
  const end = present.first + present.count
  const isCovered =
    (present.first === 0 || topRow >= present.first + marginRows) &&
    (end >= totalRows || topRow + shownRows <= end - marginRows)
  if (isCovered && topRow >= present.first) return null
  const first = Math.max(
    0,
    Math.min(Math.floor(topRow + shownRows / 2 - windowRows / 2), totalRows - windowRows),
  )
  const next = { first, count: Math.min(windowRows, totalRows - first) }
  return next.first === present.first && next.count === present.count ? null : next
}

/** From the place of a scroll bar to the row at the top, and back. */
export interface ScrollScale {
  /** Of what is scrolled, in pixels. */
  readonly height: number
  /** Whether a pixel of the scroll bar is more than a pixel of the text. */
  readonly isScaled: boolean
  rowAt(scrollTop: number): number
  scrollTopOf(row: number): number
}

export function scrollScale(totalRows: number, rowHeight: number, viewHeight: number): ScrollScale {
  const fullHeight = totalRows * rowHeight
  const height = Math.max(viewHeight, Math.min(fullHeight, maxScrollHeight))
  const lastTop = Math.max(0, totalRows - viewHeight / rowHeight)
  const room = height - viewHeight
  return {
    height,
    isScaled: fullHeight > maxScrollHeight,
    rowAt: scrollTop => (room <= 0 ? 0 : (Math.min(room, Math.max(0, scrollTop)) / room) * lastTop),
    scrollTopOf: row => (lastTop <= 0 ? 0 : (Math.min(lastTop, Math.max(0, row)) / lastTop) * room),
  }
}

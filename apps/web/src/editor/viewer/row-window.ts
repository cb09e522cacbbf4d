/** The number of rows that a viewer loads of a long body. */
export const windowRows = 400
/** The distance from the end of a window at which the next one is loaded. */
const marginRows = 60
/** Browsers draw no element higher than some 16 million pixels; a longer body scrolls faster than it is drawn. */
const maxScrollHeight = 8_000_000

/** A range of rows of a body. */
export interface RowWindow {
  readonly first: number
  readonly count: number
}

/** Returns the window to load for the rows visible from `topRow` on; null if the current one is enough. */
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

/** Converts between scroll positions and rows. */
export interface ScrollScale {
  /** The height of the scrolled content in pixels. */
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

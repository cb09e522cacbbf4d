import {
  type KeyboardEvent,
  type RefCallback,
  type RefObject,
  type UIEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { scrollScale } from '../../editor/viewer/row-window.ts'

const overscan = 8

export interface ScaledRows {
  readonly ref: RefCallback<HTMLElement>
  /** The element that has `ref`. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  /** Scrolls only as far as is needed to see the whole row. */
  readonly showRow: (row: number) => void
  /** How many rows are completely visible, at least one. */
  readonly pageRows: number
  /** What is to be drawn. */
  readonly first: number
  readonly count: number
  /** The height in pixels of the rows above and below the rendered ones. */
  readonly above: number
  readonly below: number
}

interface Place {
  readonly scrollTop: number
  /** The row at the top, including the part that is scrolled out. */
  readonly topRow: number
}

/**
 * Returns the visible rows of a list of any length, in which each row is `rowHeight` pixels high. Browsers
 * render nothing higher than some 16 million pixels: in a longer list the scroll bar moves faster, wheel and
 * keys as usual.
 * @param headHeight the height of the part above the first row that stays in view
 */
export function useScaledRows(totalRows: number, rowHeight: number, headHeight: number): ScaledRows {
  const [viewHeight, setViewHeight] = useState(0)
  const [place, setPlace] = useState<Place>({ scrollTop: 0, topRow: 0 })
  const scale = scrollScale(totalRows, rowHeight, viewHeight)
  const viewRows = viewHeight / rowHeight
  const latest = useRef({ scale, place, viewRows })
  useEffect(() => {
    latest.current = { scale, place, viewRows }
  })
  const scroller = useRef<HTMLElement | null>(null)
  const { goTo, showRow } = useRowMoves(scroller, latest, setPlace, viewHeight)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      scroller.current = element
      if (element === null) return
      const observer = new ResizeObserver(() => setViewHeight(Math.max(0, element.clientHeight - headHeight)))
      observer.observe(element)
      const followWheel = (event: WheelEvent) => {
        if (!latest.current.scale.isScaled) return
        const pixels = wheelPixels(event, rowHeight)
        if (pixels !== 0) goTo(element, latest.current.place.topRow + pixels / rowHeight)
      }
      element.addEventListener('wheel', followWheel, { passive: false })
      return () => {
        scroller.current = null
        observer.disconnect()
        element.removeEventListener('wheel', followWheel)
      }
    },
    [rowHeight, headHeight, goTo],
  )

  const pageRows = Math.max(1, Math.floor(viewRows))
  return {
    ref,
    scroller,
    showRow,
    pageRows,
    onScroll({ currentTarget: { scrollTop } }) {
      if (scrollTop !== place.scrollTop) setPlace({ scrollTop, topRow: scale.rowAt(scrollTop) })
    },
    onKeyDown(event) {
      const page = Math.max(1, pageRows - 1)
      const rows = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key]
      if (!scale.isScaled || rows === undefined || event.target !== event.currentTarget) return
      event.preventDefault()
      goTo(event.currentTarget, place.topRow + rows)
    },
    ...drawnRows({ totalRows, rowHeight, viewHeight, place, height: scale.height }),
  }
}

interface LatestRows {
  readonly scale: ReturnType<typeof scrollScale>
  readonly place: Place
  readonly viewRows: number
}

/** What scrolls to a row. */
function useRowMoves(
  scroller: RefObject<HTMLElement | null>,
  latest: RefObject<LatestRows>,
  setPlace: (place: Place) => void,
  viewHeight: number,
) {
  const awaited = useRef<number | null>(null)
  const goTo = useCallback(
    (element: HTMLElement, row: number) => {
      const { rowAt, scrollTopOf, height } = latest.current.scale
      const topRow = Math.min(rowAt(height), Math.max(0, row))
      element.scrollTop = scrollTopOf(topRow)
      // Rounded by the browser, so that its scroll event is not taken for one of the user.
      setPlace({ scrollTop: element.scrollTop, topRow })
    },
    [latest, setPlace],
  )
  const showRow = useCallback(
    (row: number) => {
      const { place: shown, viewRows: room } = latest.current
      // A key may be faster than the first measurement.
      awaited.current = room === 0 ? row : null
      if (scroller.current === null || room === 0) return
      const { topRow } = shown
      const lowestTop = row + 1 - room
      if (row < topRow) goTo(scroller.current, row)
      else if (lowestTop > topRow) goTo(scroller.current, lowestTop)
    },
    [goTo, latest, scroller],
  )
  useEffect(() => {
    if (viewHeight > 0 && awaited.current !== null) showRow(awaited.current)
  }, [viewHeight, showRow])
  return { goTo, showRow }
}

/** Takes a turn of the wheel, and returns it in CSS px; 0 if it is not one that scrolls. */
function wheelPixels(event: WheelEvent, rowHeight: number): number {
  if (event.ctrlKey || event.deltaY === 0) return 0
  event.preventDefault()
  return event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * rowHeight : event.deltaY
}

interface Drawing {
  readonly totalRows: number
  readonly rowHeight: number
  readonly viewHeight: number
  readonly place: Place
  /** Of the whole list, in pixels. */
  readonly height: number
}

function drawnRows({ totalRows, rowHeight, viewHeight, place, height }: Drawing) {
  // Near the top of a scaled list more rows are above than pixels to draw them in.
  const drawnAbove = Math.min(overscan, Math.floor(place.scrollTop / rowHeight))
  const first = Math.max(0, Math.floor(place.topRow) - drawnAbove)
  const count = Math.max(0, Math.min(totalRows - first, Math.ceil(viewHeight / rowHeight) + 2 * overscan))
  const above = Math.max(0, place.scrollTop - (place.topRow - first) * rowHeight)
  return { first, count, above, below: Math.max(0, height - above - count * rowHeight) }
}

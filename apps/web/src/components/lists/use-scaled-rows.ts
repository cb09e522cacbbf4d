import {
  type KeyboardEvent,
  type RefCallback,
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
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
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
  const latest = useRef({ scale, place })
  useEffect(() => {
    latest.current = { scale, place }
  })
  const goTo = useCallback((element: HTMLElement, row: number) => {
    const { rowAt, scrollTopOf, height } = latest.current.scale
    const topRow = Math.min(rowAt(height), Math.max(0, row))
    element.scrollTop = scrollTopOf(topRow)
    // Rounded by the browser, so that its scroll event is not taken for one of the user.
    setPlace({ scrollTop: element.scrollTop, topRow })
  }, [])
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return
      const observer = new ResizeObserver(() => setViewHeight(Math.max(0, element.clientHeight - headHeight)))
      observer.observe(element)
      const followWheel = (event: WheelEvent) => {
        if (!latest.current.scale.isScaled || event.ctrlKey || event.deltaY === 0) return
        event.preventDefault()
        const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * rowHeight : event.deltaY
        goTo(element, latest.current.place.topRow + pixels / rowHeight)
      }
      element.addEventListener('wheel', followWheel, { passive: false })
      return () => {
        observer.disconnect()
        element.removeEventListener('wheel', followWheel)
      }
    },
    [rowHeight, headHeight, goTo],
  )

  // Near the top of a scaled list more rows are above than pixels to draw them in.
  const drawnAbove = Math.min(overscan, Math.floor(place.scrollTop / rowHeight))
  const first = Math.max(0, Math.floor(place.topRow) - drawnAbove)
  const count = Math.max(0, Math.min(totalRows - first, Math.ceil(viewHeight / rowHeight) + 2 * overscan))
  const above = Math.max(0, place.scrollTop - (place.topRow - first) * rowHeight)
  return {
    ref,
    onScroll({ currentTarget: { scrollTop } }) {
      if (scrollTop !== place.scrollTop) setPlace({ scrollTop, topRow: scale.rowAt(scrollTop) })
    },
    onKeyDown(event) {
      const page = Math.max(1, Math.floor(viewHeight / rowHeight) - 1)
      const rows = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key]
      if (!scale.isScaled || rows === undefined || event.target !== event.currentTarget) return
      event.preventDefault()
      goTo(event.currentTarget, place.topRow + rows)
    },
    first,
    count,
    above,
    below: Math.max(0, scale.height - above - count * rowHeight),
  }
}

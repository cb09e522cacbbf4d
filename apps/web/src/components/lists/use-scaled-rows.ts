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
  /** Pixels that stand for the rows above and below what is drawn. */
  readonly above: number
  readonly below: number
}

interface Place {
  readonly scrollTop: number
  /** With its part that is scrolled out. */
  readonly topRow: number
}

/**
 * The rows that show of a list of any length, all of `rowHeight` pixels. Browsers draw nothing higher than
 * some
 * 16 million pixels: a longer list is scrolled faster by its bar, and by wheel and keys as any other.
 * `headHeight`: the height of what is above the first row and stays in view.
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
    // As the browser rounds it: that scroll is then no news.
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

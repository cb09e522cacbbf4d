import type { EditorView } from '@codemirror/view'
import type { FoldedRows } from './folded-rows.ts'
import type { LoadedRows } from './loaded-rows.ts'
import { type ScrollScale, scrollScale } from './row-window.ts'

/** The elements that a viewer works in. */
export interface ViewerFrame {
  /** Scrolls over the whole text if only a part is loaded; then it has the attribute `data-long`. */
  readonly scroller: HTMLElement
  /** Stays in view and holds the editor. */
  readonly holder: HTMLElement
  /** Gives the scroller its height. */
  readonly spacer: HTMLElement
}

/** The viewer that {@link ViewerScroll} scrolls. */
export interface ScrolledViewer {
  isLong(): boolean
  totalRows(): number
  folded(): FoldedRows
  loaded(): LoadedRows
  view(): EditorView
  /** Loads the rows that are about to be visible. */
  read(): void
}

/** The place in a long text: its scroller goes over the whole text, the editor over the rows that are loaded. */
export class ViewerScroll {
  readonly #frame: ViewerFrame
  readonly #viewer: ScrolledViewer
  /** The line at the top, with its part that is scrolled out. */
  topLine = 0
  #scale: ScrollScale = scrollScale(0, 20, 0)
  /** Positions to which the viewer scrolled itself; scroll events for them are ignored. */
  #outerTop = 0
  #innerTop = 0

  constructor(frame: ViewerFrame, viewer: ScrolledViewer) {
    this.#frame = frame
    this.#viewer = viewer
  }

  get totalLines(): number {
    return this.#viewer.folded().linesOf(this.#viewer.totalRows())
  }

  get shownRows(): number {
    return this.#frame.scroller.clientHeight / this.#viewer.view().defaultLineHeight
  }

  rescale(): void {
    // One line more: the padding above the first and below the last.
    const { clientHeight } = this.#frame.scroller
    this.#scale = scrollScale(this.totalLines + 1, this.#viewer.view().defaultLineHeight, clientHeight)
    const height = this.#viewer.isLong() ? this.#scale.height - clientHeight : 0
    this.#frame.spacer.style.height = `${height}px`
    if (this.#viewer.isLong()) this.goTo(this.topLine)
  }

  /** Scrolls a long text. */
  goTo(topLine: number): void {
    const lastTop = Math.max(0, this.totalLines + 1 - this.shownRows)
    this.topLine = Math.min(lastTop, Math.max(0, topLine))
    this.#frame.scroller.scrollTop = this.#scale.scrollTopOf(this.topLine)
    this.#outerTop = this.#frame.scroller.scrollTop
    this.place()
    this.#viewer.read()
  }

  /** Scrolls the editor to the top line. */
  place(): void {
    if (!this.#viewer.isLong()) return
    const { doc } = this.#viewer.view().state
    const { first, count } = this.#viewer.loaded().lines
    const line = Math.min(first + count - 1, Math.max(first, this.topLine))
    const index = Math.max(0, this.#viewer.loaded().indexOf(this.#viewer.folded().rowOf(Math.floor(line))))
    const block = this.#viewer.view().lineBlockAt(doc.line(Math.min(doc.lines, index + 1)).from)
    this.#viewer.view().scrollDOM.scrollTop = block.top + (line % 1) * block.height
    this.#innerTop = this.#viewer.view().scrollDOM.scrollTop
  }

  followScroller(): void {
    const { scrollTop } = this.#frame.scroller
    if (!this.#viewer.isLong() || Math.abs(scrollTop - this.#outerTop) <= 1) return
    this.#outerTop = scrollTop
    this.topLine = this.#scale.rowAt(scrollTop)
    this.place()
    this.#viewer.read()
  }

  /** If a pixel of the scroll bar means many rows, the wheel still scrolls row by row. */
  followWheel(event: WheelEvent): void {
    if (!this.#viewer.isLong() || !this.#scale.isScaled || event.deltaY === 0 || event.ctrlKey) return
    event.preventDefault()
    const rows =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE
        ? event.deltaY
        : event.deltaY / this.#viewer.view().defaultLineHeight
    this.goTo(this.topLine + rows)
  }

  /** Follows the editor if it scrolled to the cursor. */
  followEditor(): void {
    const { scrollTop } = this.#viewer.view().scrollDOM
    if (!this.#viewer.isLong() || Math.abs(scrollTop - this.#innerTop) <= 1) return
    this.#innerTop = scrollTop
    const block = this.#viewer.view().lineBlockAtHeight(scrollTop)
    const row =
      this.#viewer.loaded().numbers[this.#viewer.view().state.doc.lineAt(block.from).number - 1] ?? 0
    this.topLine = this.#viewer.folded().lineOf(row) + Math.max(0, (scrollTop - block.top) / block.height)
    this.#frame.scroller.scrollTop = this.#scale.scrollTopOf(this.topLine)
    this.#outerTop = this.#frame.scroller.scrollTop
    this.#viewer.read()
  }
}

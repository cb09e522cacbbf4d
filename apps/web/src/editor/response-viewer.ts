import { forceParsing } from '@codemirror/language'
import { Compartment, EditorState, type Extension, Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { setMatches } from './match-marks.ts'
import { type RowSource, readWindow, type ViewerRow } from './row-source.ts'
import { nextWindow, type RowWindow, type ScrollScale, scrollScale, windowRows } from './row-window.ts'
import { editorTheme } from './theme.ts'
import { createViewerState, languageOf } from './viewer-state.ts'
import { windowChanges } from './window-changes.ts'

/** The elements that a viewer works in. */
export interface ViewerFrame {
  /** Scrolls over the whole text where only a part is held; says so by `data-long`. */
  readonly scroller: HTMLElement
  /** Stays in view and holds the editor. */
  readonly holder: HTMLElement
  /** Gives the scroller its height. */
  readonly spacer: HTMLElement
}

export interface ChosenMatch {
  readonly row: number
  readonly start: number
}

/** As much text as a screen holds at most, and how long it may take to read it. */
const firstScreenLength = 16_000
const maxParsingMs = 30

/**
 * A response body, read-only, with folds and line numbers. Of a long one it holds the rows around those
 * that show and reads others as they are scrolled to, so that memory and work stay the same for any size.
 */
export class ResponseViewer {
  readonly #frame: ViewerFrame
  readonly #nonce: string
  readonly #view: EditorView
  readonly #wrapping = new Compartment()
  readonly #observer: ResizeObserver
  #source: RowSource | null = null
  /** Shown as soon as its language is there. */
  #wanted: RowSource | null = null
  #isLong = false
  #isWrapped = false
  /** What the editor holds. */
  #window: RowWindow = { first: 0, count: 0 }
  #rows: readonly ViewerRow[] = []
  /** The row at the top, with its part that is scrolled out; of a long text only. */
  #topRow = 0
  #scale: ScrollScale = scrollScale(0, 20, 0)
  /** Where scrollers were put by the viewer itself: a scroll to there is no news. */
  #outerTop = 0
  #innerTop = 0
  #isReading = false
  #shownMatch = ''

  constructor(frame: ViewerFrame, nonce: string) {
    this.#frame = frame
    this.#nonce = nonce
    this.#view = new EditorView({
      parent: frame.holder,
      state: EditorState.create({
        // Unseen until there is a text: its gutter, which comes with it, would move the empty content.
        extensions: [
          EditorView.cspNonce.of(nonce),
          editorTheme,
          EditorView.editorAttributes.of({ class: 'cm-unfilled' }),
        ],
      }),
    })
    this.#view.scrollDOM.addEventListener('scroll', () => this.#followEditor())
    frame.scroller.addEventListener('scroll', () => this.#followScroller())
    frame.scroller.addEventListener('wheel', event => this.#followWheel(event), { passive: false })
    this.#observer = new ResizeObserver(() => this.#rescale())
    this.#observer.observe(frame.scroller)
  }

  /** Shows a text; one that only grew keeps the place and the folds. */
  show(source: RowSource): void {
    const before = this.#source
    const isLong = source.firstRows.length < source.totalRows
    this.#wanted = source
    // A text that got its colours later would get its folds later too, and move.
    const language = languageOf(source, isLong)
    if (language instanceof Promise) {
      void language.then(() => this.#wanted === source && this.show(source))
      return
    }
    this.#source = source
    if (before === null || before.key !== source.key || before.label !== source.label)
      this.#begin(source, isLong, language)
    else if (isLong && this.#isLong) this.#growLong(before.totalRows)
    else if (isLong) this.#becomeLong(source, language)
    else this.#growWhole(source.firstRows)
  }

  setWrapped(isWrapped: boolean): void {
    if (isWrapped === this.#isWrapped) return
    this.#isWrapped = isWrapped
    this.#view.dispatch({ effects: this.#wrapping.reconfigure(isWrapped ? EditorView.lineWrapping : []) })
    this.#view.requestMeasure({ read: () => null, write: () => this.#place() })
  }

  /** Marks each place of a text, and goes to one of them. */
  async mark(text: string, match: ChosenMatch | null): Promise<void> {
    const chosen = match === null ? '' : `${text}/${match.row}/${match.start}/${this.#source?.key}`
    const isNews = chosen !== this.#shownMatch
    this.#shownMatch = chosen
    if (match !== null && isNews && this.#isLong) await this.#bringIn(match.row)
    if (chosen !== this.#shownMatch) return
    const at = match === null ? null : this.#positionOf(match)
    const effects = setMatches.of({ text, chosenAt: at })
    if (at === null || !isNews) this.#view.dispatch({ effects })
    else {
      this.#view.dispatch({
        selection: { anchor: at, head: Math.min(at + text.length, this.#view.state.doc.length) },
        effects: [effects, EditorView.scrollIntoView(at, { y: 'center', x: 'center' })],
      })
    }
  }

  focus(): void {
    this.#view.focus()
  }

  destroy(): void {
    this.#source = null
    this.#wanted = null
    this.#observer.disconnect()
    this.#view.destroy()
  }

  #begin(source: RowSource, isLong: boolean, language: Extension): void {
    this.#setLong(isLong)
    this.#topRow = 0
    this.#shownMatch = ''
    this.#hold(0, source.firstRows.slice(0, isLong ? windowRows : undefined))
    this.#view.setState(this.#createState(this.#rows, source.label, language))
    // Folds of the first screen that came after it was drawn would move the gutter.
    forceParsing(this.#view, Math.min(firstScreenLength, this.#view.state.doc.length), maxParsingMs)
    // Asking for a height makes the editor measure its lines now; the gutter would move if it did so later.
    this.#view.lineBlockAtHeight(0)
    this.#view.scrollDOM.scrollLeft = 0
    this.#rescale()
    if (!isLong) this.#view.scrollDOM.scrollTop = 0
  }

  #growWhole(rows: readonly ViewerRow[]): void {
    const from = Math.max(0, this.#rows.length - 1)
    if (rows.length === this.#rows.length && rows.at(-1)?.text === this.#rows.at(-1)?.text) return
    const { doc } = this.#view.state
    this.#hold(0, rows)
    const insert = Text.of(rows.slice(from).map(row => row.text))
    this.#view.dispatch({ changes: { from: doc.line(doc.lines).from, to: doc.length, insert } })
  }

  #becomeLong(source: RowSource, language: Extension): void {
    const { doc } = this.#view.state
    const block = this.#view.lineBlockAtHeight(this.#view.scrollDOM.scrollTop)
    const row = doc.lineAt(block.from).number - 1
    this.#begin(source, true, language)
    this.#goTo(row)
  }

  #growLong(rowsBefore: number): void {
    this.#rescale()
    // The last row goes on, and others follow it.
    if (this.#window.first + this.#window.count >= rowsBefore) void this.#read(true)
  }

  #setLong(isLong: boolean): void {
    this.#isLong = isLong
    this.#frame.scroller.toggleAttribute('data-long', isLong)
  }

  #hold(first: number, rows: readonly ViewerRow[]): void {
    this.#window = { first, count: rows.length }
    this.#rows = rows
  }

  #createState(rows: readonly ViewerRow[], label: string, language: Extension): EditorState {
    return createViewerState({
      rows,
      label,
      nonce: this.#nonce,
      extensions: [this.#wrapping.of(this.#isWrapped ? EditorView.lineWrapping : []), language],
      labelOf: number => this.#labelOf(number),
      goToStart: () => this.#goToEnd(0),
      goToEnd: () => this.#goToEnd((this.#source?.totalRows ?? 1) - 1),
    })
  }

  /** Beyond what is held CodeMirror asks how wide the gutter must be. */
  #labelOf(number: number): string {
    const held = this.#rows[number - 1]
    if (held !== undefined && number < this.#view?.state.doc.lines + 1) return held.label
    return this.#rows.at(-1)?.label.length === 8 ? '00000000' : String(this.#source?.totalRows ?? 0)
  }

  get #shownRows(): number {
    return this.#frame.scroller.clientHeight / this.#view.defaultLineHeight
  }

  #rescale(): void {
    const totalRows = this.#source?.totalRows ?? 0
    // One row more: the padding above the first and below the last.
    const { clientHeight } = this.#frame.scroller
    this.#scale = scrollScale(totalRows + 1, this.#view.defaultLineHeight, clientHeight)
    const height = this.#isLong ? this.#scale.height - clientHeight : 0
    this.#frame.spacer.style.height = `${height}px`
    if (this.#isLong) this.#goTo(this.#topRow)
  }

  /** Scrolls a long text. */
  #goTo(topRow: number): void {
    const lastTop = Math.max(0, (this.#source?.totalRows ?? 0) + 1 - this.#shownRows)
    this.#topRow = Math.min(lastTop, Math.max(0, topRow))
    this.#frame.scroller.scrollTop = this.#scale.scrollTopOf(this.#topRow)
    this.#outerTop = this.#frame.scroller.scrollTop
    this.#place()
    void this.#read(false)
  }

  #followScroller(): void {
    const { scrollTop } = this.#frame.scroller
    if (!this.#isLong || Math.abs(scrollTop - this.#outerTop) <= 1) return
    this.#outerTop = scrollTop
    this.#topRow = this.#scale.rowAt(scrollTop)
    this.#place()
    void this.#read(false)
  }

  /** Where a pixel of the scroll bar is many rows, the wheel still goes row by row. */
  #followWheel(event: WheelEvent): void {
    if (!this.#isLong || !this.#scale.isScaled || event.deltaY === 0 || event.ctrlKey) return
    event.preventDefault()
    const rows =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE
        ? event.deltaY
        : event.deltaY / this.#view.defaultLineHeight
    this.#goTo(this.#topRow + rows)
  }

  /** The cursor moved out of view and the editor went after it. */
  #followEditor(): void {
    const { scrollTop } = this.#view.scrollDOM
    if (!this.#isLong || Math.abs(scrollTop - this.#innerTop) <= 1) return
    this.#innerTop = scrollTop
    const block = this.#view.lineBlockAtHeight(scrollTop)
    const row = this.#view.state.doc.lineAt(block.from).number - 1
    this.#topRow = this.#window.first + row + Math.max(0, (scrollTop - block.top) / block.height)
    this.#frame.scroller.scrollTop = this.#scale.scrollTopOf(this.#topRow)
    this.#outerTop = this.#frame.scroller.scrollTop
    void this.#read(false)
  }

  /** Scrolls the editor to where the top row says. */
  #place(): void {
    if (!this.#isLong) return
    const { doc } = this.#view.state
    const row = Math.min(doc.lines - 1, Math.max(0, this.#topRow - this.#window.first))
    const block = this.#view.lineBlockAt(doc.line(Math.floor(row) + 1).from)
    this.#view.scrollDOM.scrollTop = block.top + (row % 1) * block.height
    this.#innerTop = this.#view.scrollDOM.scrollTop
  }

  /** Reads what is about to show. `isStale`: also what is held. */
  async #read(isStale: boolean): Promise<void> {
    const source = this.#source
    if (source === null || this.#isReading || !this.#isLong) return
    const present = isStale ? { first: this.#window.first, count: 0 } : this.#window
    const next = nextWindow(present, this.#topRow, this.#shownRows, source.totalRows)
    if (next === null) return
    this.#isReading = true
    try {
      const rows = await readWindow(source, next)
      if (this.#source?.key !== source.key || !this.#isLong || rows.length === 0) return
      this.#replaceWindow(next.first, rows)
      this.#place()
    } catch {
      // The body is gone; the pane says so.
      return
    } finally {
      this.#isReading = false
    }
    void this.#read(false)
  }

  #replaceWindow(first: number, rows: readonly ViewerRow[]): void {
    const { doc } = this.#view.state
    const before = this.#window
    this.#hold(first, rows)
    const texts = rows.map(row => row.text)
    this.#view.dispatch({ changes: windowChanges(doc, before, { first, texts }) })
  }

  async #bringIn(row: number): Promise<void> {
    const source = this.#source
    if (source === null) return
    const end = this.#window.first + this.#window.count
    if (row >= this.#window.first && row < end) return
    const first = Math.max(0, row - Math.floor(windowRows / 2))
    const rows = await readWindow(source, { first, count: Math.min(windowRows, source.totalRows - first) })
    if (this.#source?.key !== source.key || !this.#isLong || rows.length === 0) return
    this.#topRow = Math.max(0, row - this.#shownRows / 2)
    this.#replaceWindow(first, rows)
    this.#goTo(this.#topRow)
  }

  #positionOf({ row, start }: ChosenMatch): number | null {
    const { doc } = this.#view.state
    const number = row - this.#window.first + 1
    if (number < 1 || number > doc.lines) return null
    const line = doc.line(number)
    return Math.min(line.to, line.from + start)
  }

  #goToEnd(row: number): boolean {
    if (!this.#isLong) return false
    void this.#bringIn(row).then(() => {
      const at = this.#positionOf({ row, start: 0 })
      if (at !== null) this.#view.dispatch({ selection: { anchor: at }, scrollIntoView: true })
    })
    return true
  }
}

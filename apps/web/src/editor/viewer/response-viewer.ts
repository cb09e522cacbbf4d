import { forceParsing } from '@codemirror/language'
import { Compartment, EditorState, type Extension, Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { SearchPattern } from '@parley/engine/search'
import { foldControls } from '../languages/json-language.ts'
import { editorTheme } from '../theme.ts'
import { FoldedRows } from './folded-rows.ts'
import { LoadedRows } from './loaded-rows.ts'
import { setMatches } from './match-marks.ts'
import { type RowSource, readSome, type ViewerRow } from './row-source.ts'
import { nextWindow, type RowWindow, windowRows } from './row-window.ts'
import { urlAtPosition } from './url-links.ts'
import { ViewerFolds } from './viewer-folds.ts'
import { foldsAt, keepPlace, keptPlace, placeIn, scrollToLine, type ViewerPlace } from './viewer-places.ts'
import { type ViewerFrame, ViewerScroll } from './viewer-scroll.ts'
import { createViewerState, languageOf } from './viewer-state.ts'

/** A place of a text whose menu opens, in CSS px of the window. */
export interface ViewerTarget {
  readonly x: number
  readonly y: number
  readonly source: RowSource
  readonly row: number
  /** The URL there; null if there is none. */
  readonly url: string | null
}

/** What a viewer does with what is in its text. */
export interface ViewerActions {
  /** Opens a URL in a new request tab. */
  openUrl(url: string): void
  /** Returns false if the place has no menu. */
  openMenu(target: ViewerTarget): boolean
}

export interface ChosenMatch {
  readonly row: number
  readonly start: number
  readonly length: number
}

/** The longest text that a screen can show, and how long parsing it may take. */
const firstScreenLength = 16_000
const maxParsingMs = 30

const always = (): boolean => true

/**
 * Shows a response body read-only, with folds and line numbers. Of a long body only the rows around the
 * visible ones are loaded, so memory and work do not depend on its size.
 */
export class ResponseViewer {
  readonly #frame: ViewerFrame
  readonly #nonce: string
  readonly #actions: () => ViewerActions | null
  readonly #view: EditorView
  readonly #wrapping = new Compartment()
  readonly #observer: ResizeObserver
  #source: RowSource | null = null
  /** Shown as soon as its language is loaded. */
  #wanted: RowSource | null = null
  #isLong = false
  #isWrapped = false
  /** The rows in the editor. */
  #loaded = LoadedRows.none
  /** Of a long text; those of a short one are the editor's own. */
  readonly #folds: ViewerFolds
  /** Of a long text; a short one is scrolled by the editor. */
  readonly #scroll: ViewerScroll
  #isReading = false
  /** How often the place was left for a row somewhere else: rows that are read for an earlier place are not shown. */
  #leaps = 0
  #pattern: SearchPattern | null = null
  #shownMatch = ''
  /** A match in a row that the page does not know yet, as the text still grows: it is shown once it does. */
  #awaitedMatch: ChosenMatch | null = null
  /** Whether the cursor stays at the end while the text grows, as it was sent there: a long text is formatted for seconds. */
  #followsEnd = false
  #isGoingToEnd = false
  /** Where one was in an earlier text of the same name, until the text is there and nobody goes anywhere. */
  #formerPlace: ViewerPlace | null = null
  /** Whether the first match that is marked is one that was shown before, and the place stays. */
  #keepsPlace = false

  /** @param actions - returns what is done now with what is in the text; null: nothing */
  constructor(frame: ViewerFrame, nonce: string, actions: () => ViewerActions | null) {
    this.#frame = frame
    this.#nonce = nonce
    this.#actions = actions
    this.#folds = new ViewerFolds({
      source: () => this.#source,
      loaded: () => this.#loaded,
      view: () => this.#view,
      refold: folded => this.#refold(folded),
    })
    this.#scroll = new ViewerScroll(frame, {
      isLong: () => this.#isLong,
      totalRows: () => this.#source?.totalRows ?? 0,
      folded: () => this.#folds.folded,
      loaded: () => this.#loaded,
      view: () => this.#view,
      read: () => void this.#read(false),
    })
    this.#view = new EditorView({
      parent: frame.holder,
      state: EditorState.create({
        // Hidden until there is a text, because the gutter that comes with it would move the empty content.
        extensions: [
          EditorView.cspNonce.of(nonce),
          editorTheme,
          EditorView.editorAttributes.of({ class: 'cm-unfilled' }),
        ],
      }),
    })
    this.#view.scrollDOM.addEventListener('scroll', () => this.#scroll.followEditor())
    frame.scroller.addEventListener('scroll', () => this.#scroll.followScroller())
    frame.scroller.addEventListener('wheel', event => this.#scroll.followWheel(event), { passive: false })
    const leaveEnd = () => {
      this.#followsEnd = false
      this.#formerPlace = null
    }
    // The keys that go to the end say so after this.
    for (const type of ['keydown', 'pointerdown', 'wheel'])
      frame.scroller.addEventListener(type, leaveEnd, { capture: true, passive: true })
    this.#observer = new ResizeObserver(() => this.#scroll.rescale())
    this.#observer.observe(frame.scroller)
  }

  /** Shows a text. If it only grew, position and folds are kept; another revision of it keeps the position. */
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
    const isSameText = before?.subject === source.subject && before.place === source.place
    if (!isSameText) this.#keepPlace()
    this.#source = source
    if (before?.subject !== source.subject) this.#followsEnd = false
    if (before === null || before.key !== source.key || before.label !== source.label)
      this.#begin(source, isLong, language)
    else if (before.revision !== source.revision) this.#replace(source, isLong, language)
    else if (isLong && this.#isLong) this.#growLong(before.totalRows)
    else if (isLong) this.#becomeLong(source, language)
    else this.#growWhole(source.firstRows)
    if (!isSameText) this.#formerPlace = source.place === '' ? null : keptPlace(source.place)
    if (!isSameText) this.#keepsPlace = this.#formerPlace !== null
    void this.#goToFormerPlace()
    if (this.#followsEnd) void this.#showEnd()
    if (this.#awaitedMatch !== null) void this.mark(this.#pattern, this.#awaitedMatch)
  }

  setWrapped(isWrapped: boolean): void {
    if (isWrapped === this.#isWrapped) return
    this.#isWrapped = isWrapped
    this.#view.dispatch({ effects: this.#wrapping.reconfigure(isWrapped ? EditorView.lineWrapping : []) })
    this.#view.requestMeasure({ read: () => null, write: () => this.#scroll.place() })
  }

  /** Marks all matches of a pattern, and scrolls to one of them. */
  async mark(pattern: SearchPattern | null, match: ChosenMatch | null): Promise<void> {
    const chosen = match === null ? '' : `${match.length}/${match.row}/${match.start}/${this.#source?.key}`
    const hasChanged = chosen !== this.#shownMatch || this.#awaitedMatch !== null
    this.#awaitedMatch = null
    this.#pattern = pattern
    this.#shownMatch = chosen
    const isShownBefore = this.#keepsPlace
    if (match !== null || pattern === null) this.#keepsPlace = false
    const isNew = match !== null && hasChanged && !isShownBefore
    if (isNew) {
      this.#followsEnd = false
      this.#formerPlace = null
    }
    if (match !== null && isNew && this.#isLong) await this.#loadAround(match)
    if (chosen !== this.#shownMatch) return
    const at = match === null ? null : this.#positionOf(match)
    if (match !== null && isNew && match.row >= (this.#source?.totalRows ?? 0)) this.#awaitedMatch = match
    // Rows may have been loaded since, and the pattern after the first match was known.
    const effects = setMatches.of({ pattern: this.#pattern, chosenAt: at })
    if (at === null || !isNew) this.#view.dispatch({ effects })
    else {
      this.#view.dispatch({
        selection: { anchor: at, head: Math.min(at + (match?.length ?? 0), this.#view.state.doc.length) },
        effects: [effects, EditorView.scrollIntoView(at, { y: 'center', x: 'center' })],
      })
    }
  }

  focus(): void {
    this.#view.focus()
  }

  destroy(): void {
    this.#keepPlace()
    this.#source = null
    this.#followsEnd = false
    this.#wanted = null
    this.#observer.disconnect()
    this.#view.destroy()
  }

  #begin(source: RowSource, isLong: boolean, language: Extension): void {
    this.#setLong(isLong)
    this.#scroll.topLine = 0
    this.#shownMatch = ''
    this.#awaitedMatch = null
    this.#folds.begin()
    this.#loaded = LoadedRows.from(source.firstRows.slice(0, isLong ? windowRows : undefined))
    this.#view.setState(this.#createState(this.#loaded.rows, source.label, language))
    // Folds that appeared after the first screen was drawn would move the gutter.
    forceParsing(this.#view, Math.min(firstScreenLength, this.#view.state.doc.length), maxParsingMs)
    // Reading a height makes the editor measure its lines now; otherwise the gutter would move later.
    this.#view.lineBlockAtHeight(0)
    this.#view.scrollDOM.scrollLeft = 0
    this.#scroll.rescale()
    if (isLong) void this.#folds.loadStarts()
    else this.#view.scrollDOM.scrollTop = 0
  }

  #keepPlace(): void {
    const source = this.#source
    // What was kept holds until one was there.
    if (source === null || source.place === '' || this.#formerPlace !== null) return
    const place = this.#isLong ? { topLine: this.#scroll.topLine, paths: [] } : placeIn(this.#view)
    const folds = this.#isLong ? this.#folds.folded.closed : []
    keepPlace(source.place, { totalRows: source.totalRows, ...place, folds })
  }

  /** Goes to where one was, in a text of as many rows; the folds of a short text also come back in another one. */
  async #goToFormerPlace(): Promise<void> {
    const [place, source] = [this.#formerPlace, this.#source]
    if (place === null || source === null) return
    const isSameShape = place.totalRows === source.totalRows
    if (!this.#isLong) {
      this.#view.dispatch({ effects: foldsAt(this.#view.state, place.paths) })
      // At the very beginning the padding shows too.
      if (isSameShape && place.topLine > 0)
        this.#view.dispatch({ effects: scrollToLine(this.#view, place.topLine) })
    } else if (isSameShape) {
      const folded = await this.#folds.findAgain(place.folds)
      if (this.#formerPlace !== place || this.#source?.key !== source.key) return
      if (folded !== FoldedRows.none) await this.#refold(folded)
      this.#scroll.goTo(place.topLine)
    }
    if (isSameShape) this.#formerPlace = null
  }

  #growWhole(rows: readonly ViewerRow[]): void {
    const before = this.#loaded.rows
    const from = Math.max(0, before.length - 1)
    if (rows.length === before.length && rows.at(-1)?.text === before.at(-1)?.text) return
    const { doc } = this.#view.state
    this.#loaded = LoadedRows.from(rows)
    const insert = Text.of(rows.slice(from).map(row => row.text))
    this.#view.dispatch({ changes: { from: doc.line(doc.lines).from, to: doc.length, insert } })
  }

  #replace(source: RowSource, isLong: boolean, language: Extension): void {
    const wasLong = this.#isLong
    const { scrollTop } = this.#view.scrollDOM
    const block = this.#view.lineBlockAtHeight(scrollTop)
    const row = wasLong ? this.#scroll.topLine : this.#view.state.doc.lineAt(block.from).number - 1
    this.#begin(source, isLong, language)
    if (isLong) this.#scroll.goTo(row)
    else this.#view.scrollDOM.scrollTop = scrollTop
  }

  #becomeLong(source: RowSource, language: Extension): void {
    const { doc } = this.#view.state
    const block = this.#view.lineBlockAtHeight(this.#view.scrollDOM.scrollTop)
    const row = doc.lineAt(block.from).number - 1
    this.#begin(source, true, language)
    this.#scroll.goTo(row)
  }

  #growLong(rowsBefore: number): void {
    this.#scroll.rescale()
    // The last row is incomplete, or rows follow it.
    if ((this.#loaded.numbers.at(-1) ?? 0) + 1 >= rowsBefore) void this.#read(true)
  }

  #setLong(isLong: boolean): void {
    this.#isLong = isLong
    this.#frame.scroller.toggleAttribute('data-long', isLong)
  }

  #createState(rows: readonly ViewerRow[], label: string, language: Extension): EditorState {
    return createViewerState({
      rows,
      label,
      nonce: this.#nonce,
      extensions: [this.#wrapping.of(this.#isWrapped ? EditorView.lineWrapping : []), language],
      folds: this.#isLong ? this.#folds.extension() : foldControls(),
      labelOf: number => this.#labelOf(number),
      goToStart: () => this.#goToRow(0),
      goToEnd: () => this.#goToEnd(),
      links:
        this.#actions() === null
          ? null
          : { open: url => this.#actions()?.openUrl(url), isCut: line => this.#isCut(line) },
      openMenu: (position, place) => this.#openMenu(position, place),
    })
  }

  /** Whether a line goes on in the next one. */
  #isCut(line: number): boolean {
    return this.#loaded.rows[line]?.label === ''
  }

  #openMenu(position: number, place: { readonly x: number; readonly y: number }): boolean {
    const source = this.#source
    const { state } = this.#view
    const row = this.#loaded.numbers[state.doc.lineAt(position).number - 1]
    if (source === null || row === undefined) return false
    const url = urlAtPosition(state, position, line => this.#isCut(line))?.url ?? null
    return this.#actions()?.openMenu({ ...place, source, row, url }) ?? false
  }

  /** CodeMirror also asks for rows beyond the loaded ones, to determine the gutter's width. */
  #labelOf(number: number): string {
    const loaded = this.#loaded.rows[number - 1]
    if (loaded !== undefined && number < this.#view?.state.doc.lines + 1) return loaded.label
    return this.#loaded.rows.at(-1)?.label.length === 8 ? '00000000' : String(this.#source?.totalRows ?? 0)
  }

  /**
   * Loads the rows that are about to be visible.
   * @param isStale whether loaded rows must be loaded again
   */
  async #read(isStale: boolean): Promise<void> {
    const source = this.#source
    if (source === null || this.#isReading || !this.#isLong) return
    const present = isStale ? { first: this.#loaded.lines.first, count: 0 } : this.#loaded.lines
    const { folded } = this.#folds
    const next = nextWindow(present, this.#scroll.topLine, this.#scroll.shownRows, this.#scroll.totalLines)
    if (next === null) return
    const leaps = this.#leaps
    const isHere = () => this.#leaps === leaps
    this.#isReading = true
    try {
      const isLoaded = await this.#load(source, next, folded, { isStale, isStillWanted: isHere })
      // Not if the folds, or the place, have changed while reading.
      if (!isLoaded && this.#folds.folded === folded && isHere()) return
      this.#scroll.place()
    } catch {
      // The body is gone; the pane says so.
      return
    } finally {
      this.#isReading = false
    }
    void this.#read(false)
  }

  /**
   * Loads and shows the lines of a window. Returns false if they are no longer wanted, or if there are none.
   */
  async #load(
    source: RowSource,
    lines: RowWindow,
    folded: FoldedRows,
    { isStale = false, isStillWanted = always } = {},
  ): Promise<boolean> {
    const before = this.#folds.folded
    const numbers = folded.rowsOf(lines.first, lines.first + lines.count)
    const read = await readSome(source, numbers, isStale ? new Map() : this.#loaded.byNumber)
    const isSame = this.#source?.key === source.key && this.#isLong && this.#folds.folded === before
    if (!isSame || !isStillWanted() || read.size === 0) return false
    const { doc } = this.#view.state
    const changes = this.#loaded.changesTo(doc, [...read])
    this.#loaded = new LoadedRows(lines, [...read])
    const effects = this.#folds.show(folded, this.#view.state.update({ changes }).newDoc)
    this.#view.dispatch({ changes, effects })
    void this.#folds.loadStarts()
    if (this.#followsEnd) void this.#showEnd()
    return true
  }

  /** Folds and unfolds; the top row keeps its position if it stays visible. */
  async #refold(folded: FoldedRows): Promise<boolean> {
    const source = this.#source
    if (source === null) return false
    const topRow = this.#folds.folded.rowOf(Math.floor(this.#scroll.topLine))
    const topLine = folded.lineOf(topRow) + (this.#scroll.topLine % 1)
    const none = { first: 0, count: 0 }
    const next = nextWindow(none, topLine, this.#scroll.shownRows, folded.linesOf(source.totalRows))
    if (next === null || !(await this.#load(source, next, folded))) return false
    this.#scroll.topLine = topLine
    this.#scroll.rescale()
    return true
  }

  async #loadAround(place: ChosenMatch): Promise<void> {
    const { row, start } = place
    const before = this.#folds.folded
    const source = this.#source
    if (source === null) return
    const folded = before.openAround(row, start)
    const line = folded.lineOf(row)
    if (folded === before && this.#loaded.indexOf(row) >= 0) {
      const { topLine, shownRows } = this.#scroll
      if (line < topLine || line + 1 > topLine + shownRows) this.#leapTo(line)
      return
    }
    const totalLines = folded.linesOf(source.totalRows)
    const first = Math.max(0, line - Math.floor(windowRows / 2))
    const lines = { first, count: Math.min(windowRows, totalLines - first) }
    if (!(await this.#load(source, lines, folded))) {
      // Something was folded meanwhile.
      if (this.#folds.folded !== before) await this.#loadAround(place)
      return
    }
    this.#leapTo(line)
  }

  /** Brings a line that is loaded to the middle. */
  #leapTo(line: number): void {
    this.#leaps += 1
    this.#scroll.topLine = Math.max(0, line - this.#scroll.shownRows / 2)
    this.#scroll.rescale()
  }

  #positionOf({ row, start }: Pick<ChosenMatch, 'row' | 'start'>): number | null {
    const { doc } = this.#view.state
    const number = this.#loaded.indexOf(row) + 1
    if (number < 1 || number > doc.lines) return null
    const line = doc.line(number)
    return Math.min(line.to, line.from + start)
  }

  #goToRow(row: number): boolean {
    if (!this.#isLong) return false
    // It may just have been scrolled, whose event comes with the next frame.
    this.#scroll.followScroller()
    void this.#showRow(row)
    return true
  }

  #goToEnd(): boolean {
    this.#followsEnd = true
    if (!this.#isLong) return false
    void this.#showEnd()
    return true
  }

  /** Goes to the end, and on to where it is by then. */
  async #showEnd(): Promise<void> {
    if (this.#isGoingToEnd) return
    this.#isGoingToEnd = true
    try {
      await this.#showRow(this.#lastRow)
    } catch {
      // The body is gone; the pane says so.
      this.#followsEnd = false
    } finally {
      this.#isGoingToEnd = false
    }
    // The text has grown meanwhile, or other rows were loaded in the place of its end.
    if (this.#followsEnd && !this.#isAtEnd) requestAnimationFrame(() => void this.#showEnd())
  }

  get #isAtEnd(): boolean {
    const { head } = this.#view.state.selection.main
    return this.#positionOf(this.#placeOf(this.#lastRow)) === head
  }

  get #lastRow(): number {
    return (this.#source?.totalRows ?? 1) - 1
  }

  /** The place of the end of a row if it ends what is folded, else of its start. */
  #placeOf(row: number): ChosenMatch {
    const last = this.#folds.folded.closed.find(fold => fold.endRow === row)
    return { row, start: last?.endAt ?? 0, length: 0 }
  }

  async #showRow(row: number): Promise<void> {
    const place = this.#placeOf(row)
    if (this.#isLong) await this.#loadAround(place)
    const at = this.#positionOf(place)
    if (at !== null) this.#view.dispatch({ selection: { anchor: at }, scrollIntoView: true })
  }
}

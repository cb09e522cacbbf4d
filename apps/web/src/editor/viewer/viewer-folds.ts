import type { EditorState, Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { BodyFold } from '@parley/server/contract'
import { FoldedRows } from './folded-rows.ts'
import type { LoadedRows } from './loaded-rows.ts'
import { longFolds, setLoadedFolds } from './long-folds.ts'
import { type RowSource, rangesOf, readFolded } from './row-source.ts'

/** The viewer that {@link ViewerFolds} works on. */
export interface FoldingViewer {
  source(): RowSource | null
  loaded(): LoadedRows
  view(): EditorView
  /** Loads and shows rows after folding. Returns false if something else has changed in between. */
  refold(folded: FoldedRows): Promise<boolean>
}

/** More folds than a reader closes. */
const maxFoundAgain = 100

/** The folds of a long text, of which the viewer has loaded a part. */
export class ViewerFolds {
  readonly #viewer: FoldingViewer
  #folded = FoldedRows.none
  /** The loaded rows that start a fold. */
  #starts: ReadonlySet<number> = new Set()

  constructor(viewer: FoldingViewer) {
    this.#viewer = viewer
  }

  /** The closed folds. Lines are counted without the rows they hide. */
  get folded(): FoldedRows {
    return this.#folded
  }

  /** Resets the folds for a new text. */
  begin(): void {
    this.#folded = FoldedRows.none
    this.#starts = new Set()
  }

  /** Returns the folds of an earlier text that this one has as well. */
  async findAgain(former: readonly BodyFold[]): Promise<FoldedRows> {
    const folds = this.#viewer.source()?.folds
    if (folds == null || former.length === 0) return FoldedRows.none
    const read = ({ row }: BodyFold) => folds.readFold(row).catch(() => null)
    const found = await Promise.all(former.slice(0, maxFoundAgain).map(read))
    return found.reduce(
      (folded, fold, at) =>
        fold?.endRow === former[at]?.endRow && fold !== null ? folded.close(fold) : folded,
      FoldedRows.none,
    )
  }

  /** The gutter, the keys and copying. */
  extension(): Extension {
    const rowOf = (line: number) => this.#viewer.loaded().numbers[line - 1] ?? -1
    return longFolds({
      stateOf: line => {
        if (this.#folded.at(rowOf(line)) !== null) return 'closed'
        return this.#starts.has(rowOf(line)) ? 'open' : 'none'
      },
      fold: line => {
        const row = rowOf(line)
        if (!this.#starts.has(row) || this.#folded.at(row) !== null) return false
        void this.#close(row)
        return true
      },
      unfold: line => {
        const fold = this.#folded.at(rowOf(line))
        if (fold === null) return false
        void this.#change(this.#folded.open(fold.row), 'Unfolded', fold)
        return true
      },
      copy: state => this.#copy(state),
    })
  }

  /** Updates the folds after other rows were loaded. */
  show(folded: FoldedRows, doc: EditorState['doc']) {
    this.#folded = folded
    return setLoadedFolds.of(this.#viewer.loaded().folds(folded, doc))
  }

  /** Finds out which loaded rows begin a fold, and shows it. */
  async loadStarts(): Promise<void> {
    const [source, loaded] = [this.#viewer.source(), this.#viewer.loaded()]
    if (source?.folds == null) return
    const { folds } = source
    try {
      const found = await Promise.all(
        rangesOf(loaded.numbers).map(({ first, end }) => folds.readStarts(first, end - first)),
      )
      if (this.#viewer.source()?.key !== source.key || this.#viewer.loaded() !== loaded) return
      this.#starts = new Set(found.flat())
      const view = this.#viewer.view()
      view.dispatch({ effects: this.show(this.#folded, view.state.doc) })
    } catch {
      // The body is gone; the pane says so.
    }
  }

  async #close(row: number): Promise<void> {
    const folded = this.#folded
    try {
      const fold = await this.#viewer.source()?.folds?.readFold(row)
      if (fold == null || this.#folded !== folded) return
      await this.#change(folded.close(fold), 'Folded', fold)
    } catch {
      // The body is gone; the pane says so.
    }
  }

  async #change(folded: FoldedRows, verb: 'Folded' | 'Unfolded', { row, endRow }: BodyFold): Promise<void> {
    const label = (number: number) => this.#viewer.loaded().byNumber.get(number)?.label ?? ''
    const ends = [label(row), label(endRow)]
    if (!(await this.#viewer.refold(folded))) return
    // The last row of a long fold is loaded only while the fold is closed.
    const [first, last] = [label(row) || ends[0], label(endRow) || ends[1]]
    this.#viewer.view().dispatch({ effects: EditorView.announce.of(`${verb} lines ${first} to ${last}.`) })
  }

  /** A folded text is copied together with the text around it. */
  #copy(state: EditorState): boolean {
    const [source, loaded] = [this.#viewer.source(), this.#viewer.loaded()]
    const { from, to } = state.selection.main
    const folds = loaded.folds(this.#folded, state.doc).filter(one => one.from >= from && one.to <= to)
    if (source?.folds == null || folds.length === 0) return false
    const ends = [...folds.map(one => one.from), to]
    const pieces = [from, ...folds.map(one => one.to)].map(async (start, index) => {
      const folded = folds[index]
      const text = state.sliceDoc(start, ends[index])
      return folded === undefined ? text : text + (await readFolded(source, folded.fold))
    })
    source.folds.copy(Promise.all(pieces).then(texts => texts.join('')))
    return true
  }
}

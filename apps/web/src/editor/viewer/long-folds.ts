import {
  type EditorState,
  type Extension,
  Facet,
  type Range,
  StateEffect,
  StateField,
} from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  keymap,
  WidgetType,
} from '@codemirror/view'
import type { BodyFold } from '@parley/server/contract'
import { foldKeys } from '../languages/json-language.ts'
import { foldChevron, foldPlaceholder } from './fold-marks.ts'
import { describeFold } from './folded-rows.ts'

/** A fold of which only the first and last rows are loaded. */
export interface LoadedFold {
  /** In the document. */
  readonly from: number
  readonly to: number
  readonly fold: BodyFold
}

/** The actions of the folds of a long text, by line of the document, from 1. */
export interface LongFoldsOptions {
  stateOf(line: number): 'open' | 'closed' | 'none'
  /** Returns false if nothing could be folded or unfolded. */
  fold(line: number): boolean
  unfold(line: number): boolean
  /** Returns whether it copies the selection itself, because some of its rows are not loaded. */
  copy(state: EditorState): boolean
}

/** Sets the closed folds; also used if only the foldable rows have changed. */
export const setLoadedFolds = StateEffect.define<readonly LoadedFold[]>()

const loadedFolds = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setLoadedFolds)) return Decoration.set(effect.value.map(placeholder))
    return value.map(transaction.changes)
  },
  provide: field => EditorView.decorations.from(field),
})

const unfolding = Facet.define<LongFoldsOptions>()

/** Folds for a text that is only partly loaded. They look and work like those of the editor. */
export function longFolds(options: LongFoldsOptions): Extension {
  const lineOf = (view: EditorView, position: number) => view.state.doc.lineAt(position).number
  const ofSelection = (view: EditorView, act: (line: number) => boolean) => {
    const lines = new Set(
      view.state.selection.ranges.map(({ head }) => lineOf(view, view.lineBlockAt(head).from)),
    )
    return [...lines].map(act).includes(true)
  }
  return [
    loadedFolds,
    gutter({
      class: 'cm-foldGutter',
      lineMarker(view, block) {
        const state = options.stateOf(lineOf(view, block.from))
        return state === 'none' ? null : state === 'open' ? openMarker : closedMarker
      },
      lineMarkerChange: update =>
        update.transactions.some(({ effects }) => effects.some(effect => effect.is(setLoadedFolds))),
      initialSpacer: () => openMarker,
      domEventHandlers: {
        click: (view, block) => {
          const line = lineOf(view, block.from)
          return options.stateOf(line) === 'closed' ? options.unfold(line) : options.fold(line)
        },
      },
    }),
    keymap.of([
      ...foldKeys(
        view => ofSelection(view, options.fold),
        view => ofSelection(view, options.unfold),
      ),
    ]),
    unfolding.of(options),
    EditorView.domEventHandlers({
      copy(event, view) {
        if (!options.copy(view.state)) return false
        event.preventDefault()
        return true
      },
    }),
  ]
}

class FoldMarker extends GutterMarker {
  readonly #isOpen: boolean

  constructor(isOpen: boolean) {
    super()
    this.#isOpen = isOpen
  }

  override toDOM(): HTMLElement {
    return foldChevron(this.#isOpen)
  }
}

const openMarker = new FoldMarker(true)
const closedMarker = new FoldMarker(false)

class FoldPlaceholder extends WidgetType {
  readonly #summary: string

  constructor(summary: string) {
    super()
    this.#summary = summary
  }

  override eq(other: FoldPlaceholder): boolean {
    return other.#summary === this.#summary
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = foldPlaceholder(this.#summary, event => {
      event.preventDefault()
      const { number } = view.state.doc.lineAt(view.posAtDOM(element))
      for (const { unfold } of view.state.facet(unfolding)) unfold(number)
    })
    return element
  }

  override ignoreEvent(): boolean {
    return false
  }
}

function placeholder({ from, to, fold }: LoadedFold): Range<Decoration> {
  const widget = new FoldPlaceholder(describeFold(fold.noun, fold.count))
  return Decoration.replace({ widget }).range(from, to)
}

import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import type { Diagnostic } from '../../graphql/language/diagnose-query.ts'
import type { GraphQlLanguage } from '../../graphql/worker/graphql-language.ts'
import { checkAgain } from '../check-again.ts'

/** Milliseconds without a key after which a query is checked. */
const pauseMs = 300

const setDiagnostics = StateEffect.define<readonly Diagnostic[]>()

interface Marks {
  readonly decorations: DecorationSet
}

const marksField = StateField.define<Marks>({
  create: () => ({ decorations: Decoration.none }),
  update(marks, { state, changes, effects }) {
    const found = effects.find(effect => effect.is(setDiagnostics))
    if (found === undefined) return { decorations: marks.decorations.map(changes) }
    const length = state.doc.length
    const ranges = found.value.flatMap(one => {
      // There is no character at the end of the text, so the last one is marked.
      const to = Math.min(length, Math.max(one.to, one.from + 1))
      const from = Math.min(one.from, Math.max(0, to - 1))
      const mark = Decoration.mark({ class: `cm-query-${one.severity}`, diagnostic: one })
      return to > from ? [mark.range(from, to)] : []
    })
    return { decorations: Decoration.set(ranges, true) }
  },
  provide: field => EditorView.decorations.from(field, marks => marks.decorations),
})

/** Marks what is wrong with a query, a moment after the last key. */
export function queryDiagnostics(language: GraphQlLanguage): Extension {
  return markedDiagnostics(async query => {
    const outcome = await language.call('diagnose', query)
    return 'answer' in outcome ? outcome.answer : null
  })
}

/**
 * Marks what `check` finds in a text, a moment after the last key.
 * @param check returns null if there is no answer for this text
 */
export function markedDiagnostics(check: (text: string) => Promise<readonly Diagnostic[] | null>): Extension {
  return markedDocument(view => check(view.state.doc.toString()))
}

/**
 * Marks what `check` finds in the document of an editor, a moment after the last key.
 * @param check returns null if there is no answer for this document
 * @param ms how long this moment is
 */
export function markedDocument(
  check: (view: EditorView) => Promise<readonly Diagnostic[] | null>,
  ms = pauseMs,
): Extension {
  class Checks {
    readonly #view: EditorView
    #timer: ReturnType<typeof setTimeout> | undefined
    #isDestroyed = false

    constructor(view: EditorView) {
      this.#view = view
      this.#schedule()
    }

    update({ docChanged, transactions }: ViewUpdate): void {
      if (docChanged) this.#schedule()
      else if (transactions.some(({ effects }) => effects.some(effect => effect.is(checkAgain))))
        this.#schedule()
    }

    destroy(): void {
      this.#isDestroyed = true
      clearTimeout(this.#timer)
    }

    #schedule(): void {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#check(), ms)
    }

    async #check(): Promise<void> {
      const { doc } = this.#view.state
      const found = await check(this.#view)
      if (this.#isDestroyed || this.#view.state.doc !== doc || found === null) return
      this.#view.dispatch({ effects: setDiagnostics.of(found) })
    }
  }
  return [marksField, ViewPlugin.fromClass(Checks), marksTheme]
}

/** Returns the messages of the marks at a position. */
export function messagesAt({ state }: EditorView, position: number): readonly string[] {
  const messages: string[] = []
  state.field(marksField, false)?.decorations.between(position, position, (_from, _to, { spec }) => {
    messages.push(spec.diagnostic.message)
  })
  return messages
}

const underline = (colour: string) => ({
  textDecoration: `underline wavy ${colour}`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
})

const marksTheme = EditorView.theme({
  '.cm-query-error': underline('var(--danger)'),
  '.cm-query-warning': underline('var(--warning)'),
})

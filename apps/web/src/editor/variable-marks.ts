import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  hoverTooltip,
  MatchDecorator,
  showTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { describeReference, findVariable, type KnownVariables } from '../workbench/describe-variable.ts'

/** Tells an editor that the known variables have changed. */
export const variablesChanged = StateEffect.define<null>()

const reference = /\{\{([^{}]*)\}\}/g

/** Colours `{{name}}`: known, or unknown and then sent as typed; hovering says the value. */
export function variableMarks(known: () => KnownVariables): Extension {
  const decorator = new MatchDecorator({
    regexp: reference,
    decoration: match => {
      const isUnknown = known() !== null && findVariable(known(), match[1] ?? '') === undefined
      return Decoration.mark({ class: isUnknown ? 'cm-variable cm-variable-unknown' : 'cm-variable' })
    },
  })
  class VariableMarks {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = decorator.createDeco(view)
    }
    update(update: ViewUpdate): void {
      const isNew = update.transactions.some(transaction =>
        transaction.effects.some(effect => effect.is(variablesChanged)),
      )
      this.decorations = isNew
        ? decorator.createDeco(update.view)
        : decorator.updateDeco(update, this.decorations)
    }
  }
  return [
    ViewPlugin.fromClass(VariableMarks, { decorations: plugin => plugin.decorations }),
    variableTooltip(known),
  ]
}

/** What a reference stands for is said where the pointer rests on it, and where the cursor stands in it. */
function variableTooltip(known: () => KnownVariables): Extension {
  return [
    hoverTooltip((view, position) => tooltipAt(view.state, position, known(), true), { hoverTime: 250 }),
    hasFocus,
    EditorView.focusChangeEffect.of((_state, isFocusing) => focusChanged.of(isFocusing)),
    showTooltip.compute([hasFocus, 'selection', 'doc'], state => {
      const { head, empty } = state.selection.main
      return state.field(hasFocus) && empty ? tooltipAt(state, head, known(), false) : null
    }),
  ]
}

const focusChanged = StateEffect.define<boolean>()

const hasFocus = StateField.define<boolean>({
  create: () => false,
  update: (value, transaction) =>
    transaction.effects.reduce((now, effect) => (effect.is(focusChanged) ? effect.value : now), value),
})

function tooltipAt(
  state: EditorState,
  position: number,
  known: KnownVariables,
  countsEdges: boolean,
): Tooltip | null {
  const line = state.doc.lineAt(position)
  for (const match of line.text.matchAll(reference)) {
    const from = line.from + match.index
    const to = from + match[0].length
    if (position < from || position > to) continue
    if (!countsEdges && (position === from || position === to)) continue
    const text = describeReference(known, match[1] ?? '')
    return text === '' ? null : { pos: from, end: to, create: () => ({ dom: textElement(text) }) }
  }
  return null
}

function textElement(text: string): HTMLElement {
  const element = document.createElement('div')
  element.textContent = text
  return element
}

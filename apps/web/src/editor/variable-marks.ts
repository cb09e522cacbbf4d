import { type Extension, StateEffect } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  hoverTooltip,
  MatchDecorator,
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

function variableTooltip(known: () => KnownVariables): Extension {
  return hoverTooltip(
    (view, position) => {
      const line = view.state.doc.lineAt(position)
      for (const match of line.text.matchAll(reference)) {
        const from = line.from + match.index
        const to = from + match[0].length
        if (position < from || position > to) continue
        const name = match[1] ?? ''
        const text = describeReference(known(), name)
        return { pos: from, end: to, create: () => ({ dom: textElement(text) }) }
      }
      return null
    },
    { hoverTime: 250 },
  )
}

function textElement(text: string): HTMLElement {
  const element = document.createElement('div')
  element.textContent = text
  return element
}

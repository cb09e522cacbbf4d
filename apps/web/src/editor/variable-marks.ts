import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  hoverTooltip,
  keymap,
  MatchDecorator,
  showTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { VariableEditing } from '../components/fields/variable-editing.ts'
import { findVariable, type KnownVariables } from '../workbench/variables/describe-variable.ts'
import { type VariableHint, variableHint } from '../workbench/variables/variable-hint.ts'

/** Notifies an editor that the known variables have changed. */
export const variablesChanged = StateEffect.define<null>()

const reference = /\{\{([^{}]*)\}\}/g

/** Colours `{{name}}` as known, or as unknown and therefore sent as typed. Hovering shows the value. */
export function variableMarks(known: () => KnownVariables, editing: VariableEditing): Extension {
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
    variableTooltip(known, editing),
    editingKeys(known, editing),
  ]
}

/** The value of a reference is shown while the pointer rests on it, and while the cursor is in it. */
function variableTooltip(known: () => KnownVariables, editing: VariableEditing): Extension {
  return [
    hoverTooltip(
      ({ state }, position) =>
        isAtCursor(state, position) ? null : tooltipAt(state, position, known(), editing, true),
      // A click shows the one at the cursor.
      { hoverTime: 250, hideOn: ({ selection }) => selection !== undefined },
    ),
    hasFocus,
    EditorView.focusChangeEffect.of((_state, isFocusing) => focusChanged.of(isFocusing)),
    showTooltip.compute([hasFocus, 'selection', 'doc'], state => {
      const { head } = state.selection.main
      return showsAtCursor(state) ? tooltipAt(state, head, known(), editing, false) : null
    }),
  ]
}

/** Whether the value of the reference with the cursor is shown. */
function showsAtCursor(state: EditorState): boolean {
  return state.field(hasFocus) && state.selection.main.empty
}

/** Whether the value of the reference at a position is shown already, as the cursor is in it. */
function isAtCursor(state: EditorState, position: number): boolean {
  if (!showsAtCursor(state)) return false
  const shown = referenceAt(state, state.selection.main.head, false)
  return shown !== null && position >= shown.from && position <= shown.to
}

const focusChanged = StateEffect.define<boolean>()

const hasFocus = StateField.define<boolean>({
  create: () => false,
  update: (value, transaction) =>
    transaction.effects.reduce((now, effect) => (effect.is(focusChanged) ? effect.value : now), value),
})

/** Alt Enter, or a click with Ctrl, leads to where the variable is edited, or creates it in the first place for it. */
function editingKeys(known: () => KnownVariables, editing: VariableEditing): Extension {
  const editAt = (state: EditorState, position: number): boolean => {
    const found = referenceAt(state, position, true)
    const action = found === null ? undefined : variableHint(known(), found.name, editing).actions[0]
    action?.run()
    return action !== undefined
  }
  return [
    Prec.high(
      keymap.of([{ key: 'Alt-Enter', run: ({ state }) => editAt(state, state.selection.main.head) }]),
    ),
    EditorView.domEventHandlers({
      click(event, view) {
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
        return (event.ctrlKey || event.metaKey) && position !== null && editAt(view.state, position)
      },
    }),
  ]
}

interface Reference {
  readonly name: string
  readonly from: number
  readonly to: number
}

/**
 * Returns the `{{name}}` at a position.
 * @param countsEdges whether its edges are included
 */
function referenceAt(state: EditorState, position: number, countsEdges: boolean): Reference | null {
  const line = state.doc.lineAt(position)
  for (const match of line.text.matchAll(reference)) {
    const from = line.from + match.index
    const to = from + match[0].length
    if (position < from || position > to) continue
    if (!countsEdges && (position === from || position === to)) continue
    return { name: match[1] ?? '', from, to }
  }
  return null
}

function tooltipAt(
  state: EditorState,
  position: number,
  known: KnownVariables,
  editing: VariableEditing,
  countsEdges: boolean,
): Tooltip | null {
  const found = referenceAt(state, position, countsEdges)
  if (found === null || known === null) return null
  const hint = variableHint(known, found.name, editing)
  return { pos: found.from, end: found.to, create: () => ({ dom: hintElement(hint) }) }
}

function hintElement({ text, origin, actions }: VariableHint): HTMLElement {
  const element = document.createElement('div')
  element.textContent = text
  for (const { label, run } of actions) {
    const button = document.createElement('button')
    button.type = 'button'
    button.tabIndex = -1
    button.className = 'cm-variable-edit'
    button.textContent = label
    // The text keeps the focus until the page changes.
    button.addEventListener('mousedown', event => event.preventDefault())
    button.addEventListener('click', run)
    element.append(button)
  }
  if (origin === '') return element
  const line = document.createElement('div')
  line.className = 'cm-variable-origin'
  line.textContent = origin
  element.append(line)
  return element
}

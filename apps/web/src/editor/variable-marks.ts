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
import type { ScopedVariable } from '@parley/server/contract'

/** The variables that an editor's text may name; null while they are not known yet. */
export type KnownVariables = readonly ScopedVariable[] | null

/** Tells an editor that the known variables have changed. */
export const variablesChanged = StateEffect.define<null>()

const reference = /\{\{([^{}]*)\}\}/g

/** Colours `{{name}}`: known, or unknown and then sent as typed; hovering says the value. */
export function variableMarks(known: () => KnownVariables): Extension {
  const decorator = new MatchDecorator({
    regexp: reference,
    decoration: match => {
      const isUnknown = describe(known(), match[1] ?? '') === null
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
        const text = describe(known(), name) ?? `No value known for {{${name.trim()}}}. It is sent as typed.`
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

const scopeWords: Readonly<Record<ScopedVariable['scope'], string>> = {
  send: 'this send',
  iteration: 'iteration',
  session: 'session',
  folder: 'folder',
  collection: 'collection',
  environment: 'environment',
  workspace: 'workspace',
  global: 'global',
  dynamic: 'dynamic',
}

/** The value and scope in words; null where no scope knows the name. Nothing is unknown before the list is there. */
function describe(known: KnownVariables, name: string): string | null {
  if (known === null) return ''
  const variable = known.find(candidate => candidate.name === name.trim())
  if (variable === undefined) return null
  if (variable.scope === 'dynamic') return 'Made anew for each use'
  return `${variable.value ?? '••••••'} (${scopeWords[variable.scope]})`
}

import { type Completion, type CompletionContext, snippet } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { suggestionList } from '../suggestion-list.ts'
import { scriptMembersAt } from './script-members.ts'
import { type ScriptPhase, scriptSnippets } from './script-snippets.ts'
import type { ScriptMember, ScriptTypes } from './script-types.ts'

/** Nodes in which no name of the sandbox can occur. */
const textNodes = new Set(['String', 'TemplateString', 'LineComment', 'BlockComment', 'RegExp'])
/** The maximum length of a chain. */
const chainCharacters = 2000

/**
 * Suggests the names in the sandbox with their types and descriptions, and snippets on an empty line (behaviour
 * 4.3).
 */
export function scriptCompletion(types: ScriptTypes, phase: ScriptPhase): Extension {
  const source = (context: CompletionContext) => {
    const line = context.state.doc.lineAt(context.pos)
    if (line.text.trim() === '') return context.explicit ? snippetList(context, phase) : null
    return memberList(context, types)
  }
  return suggestionList([source], { icons: true })
}

function snippetList({ pos }: CompletionContext, phase: ScriptPhase) {
  const options = scriptSnippets[phase].map(({ name, code }) => ({
    label: name,
    type: 'snippet',
    // Braces in the code are not placeholders of the snippet.
    apply: snippet(code.replaceAll(/[#$]\{/g, '\\$&')),
    info: () => infoOf(code, ''),
  }))
  return { from: pos, options, filter: false }
}

function memberList({ state, pos, explicit }: CompletionContext, types: ScriptTypes) {
  if (textNodes.has(syntaxTree(state).resolveInner(pos, -1).name)) return null
  const start = Math.max(0, pos - chainCharacters)
  const { from, members } = scriptMembersAt(types, state.sliceDoc(start, pos))
  const isBegun = explicit || start + from < pos || state.sliceDoc(pos - 1, pos) === '.'
  // Members that are only documented as unsupported are not helpful.
  const offered = members.filter(({ doc }) => !doc.startsWith('Not supported'))
  if (offered.length === 0 || !isBegun) return null
  const options = offered.map((member, at) => optionOf(member, types, at))
  return { from: start + from, options, validFor: /^[\w$]*$/ }
}

/** In the order of the declarations, which begin with the most frequently used. */
function optionOf(member: ScriptMember, types: ScriptTypes, place: number): Completion {
  const { name, doc } = member
  const parameters = types.parametersOf(member)
  return {
    label: name,
    displayLabel: `${name}${parameters ?? ''}`,
    sortText: String(place).padStart(4, '0'),
    type: parameters === null ? 'value' : 'function',
    info: () => infoOf(`${name}${types.signatureOf(member)}`, doc),
  }
}

function infoOf(code: string, doc: string): HTMLElement {
  const info = document.createElement('div')
  const signature = document.createElement('pre')
  signature.className = 'cm-completionSignature'
  signature.textContent = code
  info.append(signature)
  if (doc !== '') {
    const sentence = document.createElement('p')
    sentence.textContent = doc.replaceAll('`', '')
    info.append(sentence)
  }
  return info
}

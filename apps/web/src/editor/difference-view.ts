import { goToNextChunk, goToPreviousChunk, MergeView } from '@codemirror/merge'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import type { BodyFormat } from '@parley/server/contract'
import { changedText } from './changed-text.ts'
import { formatLanguage } from './languages/format-language.ts'
import { codeTheme, editorTheme } from './theme.ts'

export interface DifferenceTexts {
  readonly left: string
  readonly right: string
}

export interface DifferenceOptions {
  /** The accessible names. */
  readonly labels: DifferenceTexts
  /** Whether lines that do not differ are left out, except those next to lines that do. */
  readonly isShort: boolean
  readonly nonce: string
}

export interface Difference {
  /** Selects the next or previous change of the right side, and scrolls to it; the first follows the last. */
  go(to: 'next' | 'previous'): void
  remove(): void
}

/** Shows two read-only texts side by side with their differences marked. F7 and Shift+F7 go through them. */
export function showDifference(
  parent: HTMLElement,
  { left, right }: DifferenceTexts,
  { labels, isShort, nonce }: DifferenceOptions,
): Difference {
  const colours = new Compartment()
  const extensions = (label: string): Extension => [
    lineNumbers(),
    keymap.of([{ key: 'F7', run: goToNextChunk, shift: goToPreviousChunk }]),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.lineWrapping,
    EditorView.cspNonce.of(nonce),
    editorTheme,
    codeTheme,
    colours.of([]),
    changedText,
  ]
  const view = new MergeView({
    parent,
    a: { doc: left, extensions: extensions(labels.left) },
    b: { doc: right, extensions: extensions(labels.right) },
    ...(isShort ? { collapseUnchanged: { margin: 3, minSize: 6 } } : {}),
    highlightChanges: false,
    // Beyond this limit differences are marked more coarsely, so that nothing blocks.
    diffConfig: { scanLimit: 2000, timeout: 200 },
  })
  const sides = [
    [view.a, left],
    [view.b, right],
  ] as const
  for (const [editor, text] of sides)
    void formatLanguage(formatOf(text), true).then(language =>
      editor.dispatch({ effects: colours.reconfigure(language) }),
    )
  return {
    go: to => void (to === 'next' ? goToNextChunk : goToPreviousChunk)(view.b),
    remove: () => view.destroy(),
  }
}

/** The texts may be parts of a body, so only their first character tells. */
function formatOf(text: string): BodyFormat {
  const first = text.trimStart()[0]
  if (first === '{' || first === '[') return 'json'
  return first === '<' ? 'xml' : 'text'
}

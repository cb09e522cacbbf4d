import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { codeColours } from './code-colours.ts'
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

/**
 * Shows two read-only texts side by side with their differences marked. Returns a function that removes them.
 */
export function showDifference(
  parent: HTMLElement,
  { left, right }: DifferenceTexts,
  { labels, isShort, nonce }: DifferenceOptions,
): () => void {
  const extensions = (label: string) => [
    lineNumbers(),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.lineWrapping,
    EditorView.cspNonce.of(nonce),
    editorTheme,
    codeTheme,
    codeColours,
  ]
  const view = new MergeView({
    parent,
    a: { doc: left, extensions: extensions(labels.left) },
    b: { doc: right, extensions: extensions(labels.right) },
    ...(isShort ? { collapseUnchanged: { margin: 3, minSize: 6 } } : {}),
    // Beyond this limit differences are marked more coarsely, so that nothing blocks.
    diffConfig: { scanLimit: 2000, timeout: 200 },
  })
  return () => view.destroy()
}

import { EditorView } from '@codemirror/view'

/** The look of every editor: the code font and the colours of the design tokens, in both themes. */
export const editorTheme = EditorView.theme({
  '&': { color: 'var(--syn-variable)', backgroundColor: 'transparent', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-unfilled': { visibility: 'hidden' },
  '.cm-scroller': {
    fontFamily: 'var(--font-code)',
    fontSize: 'var(--fs-code)',
    lineHeight: 'var(--lh-code)',
  },
  // The cursor and the current line show the focus; the field around the URL has its own ring.
  '.cm-content': { caretColor: 'var(--accent-mark)', boxShadow: 'none' },
  // The browser's own cursor and selection: drawn ones would cost a third of the time of a key.
  '.cm-content ::selection': { backgroundColor: 'var(--syn-selection)' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-tooltip': {
    background: 'var(--n-12)',
    color: 'var(--n-0)',
    border: 'none',
    borderRadius: 'var(--r-2)',
    padding: '4px 8px',
    fontFamily: 'var(--font-ui)',
    fontSize: 'var(--fs-small)',
    lineHeight: 'var(--lh-small)',
    maxWidth: '420px',
    overflowWrap: 'anywhere',
  },
  '.cm-variable-origin': { opacity: '0.75' },
  '.cm-variable-edit': {
    marginLeft: 'var(--sp-3)',
    padding: '0 var(--sp-1)',
    borderRadius: 'var(--r-1)',
    color: 'inherit',
    fontWeight: 'var(--fw-semibold)',
    textDecoration: 'underline',
    textUnderlineOffset: '2px',
  },
})

/** What multi-line editors add: gutters, the current line, the search panel. */
export const codeTheme = EditorView.theme({
  '.cm-scroller': { overflow: 'auto', scrollbarGutter: 'stable' },
  '.cm-content': { padding: 'var(--sp-1-5) 0' },
  '.cm-line': { padding: '0 var(--sp-4) 0 0' },
  '.cm-gutters': {
    backgroundColor: 'var(--bg-content)',
    color: 'var(--text-3)',
    border: 'none',
    userSelect: 'none',
  },
  '.cm-lineNumbers .cm-gutterElement': {
    minWidth: '44px',
    padding: '0 var(--sp-2) 0 var(--sp-4)',
    fontSize: 'var(--fs-caption)',
    fontVariantNumeric: 'tabular-nums',
  },
  // The same width without folds, because they are found after the text is shown.
  '.cm-foldGutter': { width: '16px' },
  '.cm-foldGutter .cm-gutterElement': {
    width: '16px',
    display: 'grid',
    placeItems: 'center',
    cursor: 'default',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--syn-line)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--text-1)' },
  '.cm-foldPlaceholder': {
    background: 'var(--bg-active)',
    border: 'none',
    borderRadius: 'var(--r-1)',
    padding: '0 5px',
    margin: '0 2px',
    color: 'var(--text-3)',
    fontSize: 'var(--fs-caption)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    background: 'var(--bg-active)',
    borderRadius: '2px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--syn-match)', borderRadius: '2px' },
  '.cm-searchMatch-selected': { boxShadow: '0 0 0 1px var(--accent-mark)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--bg-active)' },
  '.cm-panels': { background: 'var(--bg-content)', color: 'var(--text-1)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line-subtle)' },
})

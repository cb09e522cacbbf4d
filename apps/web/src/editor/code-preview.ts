import { standardKeymap } from '@codemirror/commands'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import type { CodeLanguage } from '@parley/codegen'
import { codeColours } from './code-colours.ts'
import { loadCodeLanguage } from './languages/code-languages.ts'
import { specialCharacters } from './special-characters.ts'
import { codeTheme, editorTheme } from './theme.ts'

export interface CodePreview {
  /** Shows code, with colours as soon as its language is loaded. */
  show(code: string, language: CodeLanguage): void
  destroy(): void
}

/** Generated code, to be read, selected and copied. */
export function createCodePreview(parent: HTMLElement, nonce: string): CodePreview {
  const colours = new Compartment()
  const loaded = new Map<CodeLanguage, Extension>()
  let shown: CodeLanguage | null = null
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({
          'aria-label': 'Code',
          'aria-readonly': 'true',
          tabindex: '0',
          spellcheck: 'false',
        }),
        keymap.of(standardKeymap),
        lineNumbers(),
        specialCharacters(),
        colours.of([]),
        codeColours,
        editorTheme,
        codeTheme,
      ],
    }),
  })

  async function load(language: CodeLanguage): Promise<void> {
    // Code can be read and copied without colours.
    const extension = await loadCodeLanguage(language).catch(() => [])
    loaded.set(language, extension)
    if (shown === language) view.dispatch({ effects: colours.reconfigure(extension) })
  }

  return {
    show(code, language) {
      const extension = loaded.get(language)
      const isOther = shown !== language
      shown = language
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: code },
        ...(isOther ? { selection: { anchor: 0 }, scrollIntoView: true } : {}),
        effects: colours.reconfigure(extension ?? []),
      })
      if (extension === undefined) void load(language)
    },
    destroy() {
      shown = null
      view.destroy()
    },
  }
}

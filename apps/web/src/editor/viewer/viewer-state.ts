import { defaultKeymap } from '@codemirror/commands'
import { bidiIsolates } from '@codemirror/language'
import { EditorState, type Extension, Text } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { formatLanguage } from '../languages/format-language.ts'
import { specialCharacters } from '../special-characters.ts'
import { codeTheme, editorTheme } from '../theme.ts'
import { matchMarks } from './match-marks.ts'
import { type OpenPlaceMenu, placeMenu } from './place-menu.ts'
import type { RowSource, ViewerRow } from './row-source.ts'
import { windowRows } from './row-window.ts'
import { type UrlLinksOptions, urlLinks } from './url-links.ts'
import { valueHints } from './value-hints.ts'

export interface ViewerStateOptions {
  readonly rows: readonly ViewerRow[]
  /** The accessible name. */
  readonly label: string
  readonly nonce: string
  readonly extensions: Extension
  /** The fold gutter and its keys. */
  readonly folds: Extension
  /** Null if its URLs are no links. */
  readonly links: UrlLinksOptions | null
  /** The number in the gutter beside a line, from 1. */
  labelOf(line: number): string
  /** Returns false if the editor itself should move the cursor. */
  goToStart(): boolean
  goToEnd(): boolean
  readonly openMenu: OpenPlaceMenu
}

/** The state of a read-only editor with line numbers and folds. */
export function createViewerState(options: ViewerStateOptions): EditorState {
  const { rows, label, nonce, extensions, folds, links, labelOf, goToStart, goToEnd, openMenu } = options
  return EditorState.create({
    doc: Text.of(rows.length === 0 ? [''] : rows.map(row => row.text)),
    extensions: [
      EditorView.cspNonce.of(nonce),
      EditorState.readOnly.of(true),
      EditorState.tabSize.of(2),
      extensions,
      keymap.of([
        { key: 'Mod-Home', run: goToStart },
        { key: 'Mod-End', run: goToEnd },
        ...defaultKeymap.filter(binding => binding.key !== 'Mod-Enter'),
      ]),
      lineNumbers({ formatNumber: labelOf }),
      folds,
      specialCharacters(),
      // A string from right to left does not turn round what is next to it.
      bidiIsolates(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      matchMarks(),
      valueHints(links?.isCut ?? null),
      links === null ? [] : urlLinks(links),
      placeMenu(openMenu),
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
      editorTheme,
      codeTheme,
    ],
  })
}

/** With longer rows a screen has too many tokens: drawing their colours would block the page. */
const maxColouredRowLength = 200

const languages = new Map<string, Extension>()

/**
 * Returns the colours of a text, or a promise if they must be loaded.
 * @param isPart whether only a part of the text is loaded
 */
export function languageOf({ format, firstRows }: RowSource, isPart: boolean): Extension | Promise<void> {
  if (format === 'text' || areTooDense(firstRows)) return []
  const key = `${format}/${isPart}`
  const known = languages.get(key)
  if (known !== undefined) return known
  return formatLanguage(format, isPart).then(
    language => void languages.set(key, language),
    // A text can be read without colours.
    () => void languages.set(key, []),
  )
}

/** A body without line breaks, such as minified code, fills each row to its end. */
function areTooDense(rows: readonly ViewerRow[]): boolean {
  const drawn = rows.slice(0, windowRows)
  return (
    drawn.reduce((sum, row) => sum + row.text.length, 0) > drawn.length * maxColouredRowLength &&
    drawn.length > 20
  )
}

import type { VariableEditing } from '../../components/fields/variable-editing.ts'
import type { UsedUrl } from '../../workbench/suggestions/suggest-urls.ts'
import type { KnownVariables } from '../../workbench/variables/describe-variable.ts'

/** What a URL field needs from the page. */
export interface UrlFieldOptions {
  readonly parent: HTMLElement
  readonly nonce: string
  /** What the field says while the shown URL is empty. */
  hint(): string
  onEdit(url: string): void
  /** Enter in the URL sends (behaviour 3). */
  onSend(): void
  /** Called with a pasted text; returns true if it was handled. */
  onPaste(text: string): boolean
  /** Undo if this text has nothing left to undo; returns true if something was undone. */
  onUndoBefore(): boolean
  /** Finds URLs that were used before and contain a typed text. */
  suggestUrls(typed: string): Promise<readonly UsedUrl[]>
  readonly editing: VariableEditing
  knownVariables(): KnownVariables
}

/** The URL of one draft after another, in one line. */
export interface UrlField {
  /** Shows a text. A key that was shown before gets its undo history and cursor back. */
  show(key: string, text: string): void
  /** Replaces the selection, as a paste does. */
  insert(text: string): void
  /** Colours the variables again, because others are known now. */
  updateVariables(): void
  /** Closes the list of suggestions, because something else has begun. */
  closeSuggestions(): void
  destroy(): void
}

/** The attributes of the element with the text: its name, and no help that changes what was typed. */
export const urlAttributes = {
  'aria-label': 'URL',
  tabindex: '0',
  'aria-multiline': 'false',
  spellcheck: 'false',
  autocapitalize: 'off',
  autocorrect: 'off',
} as const

/** The longest text that the field takes at once, in UTF-16 units. No server takes such a URL. */
export const longestInserted = 1_000_000

/** Drops the line breaks of a pasted text, and what is longer than {@link longestInserted}. */
export function asSingleLine(text: string): string {
  const [first = '', ...others] = text.slice(0, longestInserted).split(/[\r\n]+/)
  const last = others.pop()
  if (last === undefined) return first
  return first.trimEnd() + others.map(line => line.trim()).join('') + last.trimStart()
}

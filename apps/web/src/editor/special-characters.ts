import type { Extension } from '@codemirror/state'
import { highlightSpecialChars } from '@codemirror/view'

/**
 * Characters that reorder text or are invisible, which `revealInvisible` names and CodeMirror does not show.
 */
const hiding = /[\u2028-\u202e\u2060-\u2069]/

/** Shows invisible characters and those that reorder text, in every editor of the page (attacks UI7). */
export function specialCharacters(): Extension {
  return highlightSpecialChars({ addSpecialChars: hiding })
}

import type { EditorView } from '@codemirror/view'
import { placedProblem } from '../../workbench/request/json-problem.ts'
import type { LanguageSupport } from '../body-editor.ts'
import { goToPosition } from '../go-to-position.ts'
import { markedDocument } from '../graphql/query-diagnostics.ts'
import { markTooltips } from '../graphql/query-editing.ts'
import { checkJsonDocument } from './json-check.ts'

/** A problem of the JSON that an editor shows. */
export interface ShownJsonProblem {
  /** The position and what is wrong there, such as `Line 1, column 34: expected ]`. */
  readonly text: string
  /** The same where there is little room, such as `1:34 expected ]`. */
  readonly shortText: string
  /** Puts the cursor there. */
  goTo(): void
}

/** Milliseconds without a key after which JSON is checked; a word that is half typed is no mistake. */
const pauseMs = 600

/**
 * Creates what an editor of JSON does: it marks where the text stops being JSON.
 * @param onChecked receives the problem after each check; null: none
 */
export function createJsonSupport(onChecked: (problem: ShownJsonProblem | null) => void): LanguageSupport {
  const check = async (view: EditorView) => {
    const { doc } = view.state
    const problem = await checkJsonDocument(doc, () => view.state.doc === doc)
    if (problem === undefined || view.state.doc !== doc) return null
    if (problem === null) {
      onChecked(null)
      return []
    }
    const line = doc.lineAt(problem.from)
    const column = problem.from - line.from + 1
    onChecked({
      text: placedProblem(line.number, column, problem.message),
      shortText: `${line.number}:${column} ${problem.message}`,
      goTo: () => goToPosition(view, { line: line.number, column }),
    })
    return [{ ...problem, severity: 'error' as const }]
  }
  return { extensions: [markedDocument(check, pauseMs), markTooltips()], completions: [] }
}

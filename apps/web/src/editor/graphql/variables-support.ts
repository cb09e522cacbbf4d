import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { OperationChoice } from '../../graphql/variables/operation-variables.ts'
import type { GraphQlLanguage } from '../../graphql/worker/graphql-language.ts'
import type { LanguageSupport } from '../body-editor.ts'
import { bracketsOnly } from '../languages/brackets-only.ts'
import { completionsOf } from './query-completion.ts'
import { markedDiagnostics } from './query-diagnostics.ts'
import { markTooltips } from './query-editing.ts'

/** What an editor of variables needs of the page. */
export interface VariablesHost {
  /** The worker of the page. */
  readonly language: GraphQlLanguage
  /** The query, and which of its operations the variables are for. */
  operation(): { readonly query: string; readonly operation: OperationChoice }
  /** The variables that files are sent for, which need no value. */
  variablesWithFiles(): readonly string[]
}

/** Creates what an editor of GraphQL variables does: it checks them, and suggests names and enum values. */
export function createVariablesSupport({
  language,
  operation,
  variablesWithFiles,
}: VariablesHost): LanguageSupport {
  const check = async (variables: string) => {
    const outcome = await language.call('checkVariables', { ...operation(), variables })
    if (!('answer' in outcome)) return null
    const withFiles = new Set(variablesWithFiles())
    const warnings = outcome.answer.filter(({ path }) => !withFiles.has(path))
    return warnings.map(({ from, to, path, message }) => ({
      from,
      to,
      severity: 'warning' as const,
      message: path === '' || message.includes(path) ? message : `${path}: ${message}`,
    }))
  }
  return {
    extensions: [bracketsOnly, markedDiagnostics(check), markTooltips()],
    completions: [variablesCompletion({ language, operation })],
  }
}

function variablesCompletion({ language, operation }: Omit<VariablesHost, 'variablesWithFiles'>) {
  return async ({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> => {
    if (!explicit && !/[\w"]/.test(state.sliceDoc(pos - 1, pos))) return null
    const variables = state.doc.toString()
    const outcome = await language.call('completeVariables', { ...operation(), variables, position: pos })
    if (!('answer' in outcome) || outcome.answer === null) return null
    const { from, to, suggestions } = outcome.answer
    const options: readonly Completion[] = completionsOf(suggestions)
    return { from, to, options: [...options], validFor: /^"?\w*$/ }
  }
}

import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { GrpcLanguage } from '../grpc/grpc-language.ts'
import type { LanguageSupport } from './body-editor.ts'
import { completionsOf } from './graphql/query-completion.ts'
import { markedDiagnostics } from './graphql/query-diagnostics.ts'
import { nameTooltips } from './graphql/query-editing.ts'
import { bracketsOnly } from './languages/brackets-only.ts'

/** What an editor of messages needs of the page. */
export interface MessageHost {
  /** The worker of the page. */
  readonly language: GrpcLanguage
  /** The method that the message is for. */
  method(): string
}

/** Creates what an editor of gRPC messages does: it checks them, suggests names and values of enums, and explains them. */
export function createMessageSupport({ language, method }: MessageHost): LanguageSupport {
  const check = async (text: string) => {
    const outcome = await language.call('diagnose', { method: method(), text })
    return 'answer' in outcome ? outcome.answer : null
  }
  const describe = async (text: string, position: number) => {
    const outcome = await language.call('describe', { method: method(), text, position })
    return 'answer' in outcome ? outcome.answer : null
  }
  const complete = async ({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> => {
    if (!explicit && !/[\w"]/.test(state.sliceDoc(pos - 1, pos))) return null
    const asked = { method: method(), text: state.doc.toString(), position: pos }
    const outcome = await language.call('complete', asked)
    if (!('answer' in outcome) || outcome.answer === null) return null
    const { from, to, suggestions } = outcome.answer
    return { from, to, options: [...completionsOf(suggestions)], validFor: /^"?\w*$/ }
  }
  return {
    extensions: [bracketsOnly, markedDiagnostics(check), nameTooltips(describe)],
    completions: [complete],
  }
}

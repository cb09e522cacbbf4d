import { GraphQlLanguage, startGraphQlWorker } from '../../graphql/worker/graphql-language.ts'
import type { LanguageSupport } from '../body-editor.ts'
import { queryCompletion } from './query-completion.ts'
import { queryEditing } from './query-editing.ts'

/** The language of an editor of queries, with its worker. */
export interface QuerySupport extends LanguageSupport {
  readonly language: GraphQlLanguage
  /** Ends the worker. */
  close(): void
}

/** Creates what an editor of queries does. The worker starts with the first text. */
export function createQuerySupport(): QuerySupport {
  const language = new GraphQlLanguage({ startWorker: startGraphQlWorker })
  return {
    language,
    extensions: queryEditing(language),
    completions: [queryCompletion(language)],
    close: () => language.close(),
  }
}

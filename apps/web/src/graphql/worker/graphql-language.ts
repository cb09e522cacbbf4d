import { LanguageWorker, type StartWorker, startModuleWorker } from '../../language-worker/language-worker.ts'
import type { GraphQlCalls } from './graphql-calls.ts'

/** Starts a worker for GraphQL. */
export type StartGraphQlWorker = StartWorker<GraphQlCalls>

/** The page's side of the worker for GraphQL. */
export class GraphQlLanguage extends LanguageWorker<GraphQlCalls> {
  protected override readonly withoutSchema = new Set([
    'listOperations',
    'listVariables',
    'prettify',
  ] as const)
}

/** Starts the worker in a browser. */
export const startGraphQlWorker: StartGraphQlWorker = receive =>
  startModuleWorker(new Worker(new URL('./graphql-worker.ts', import.meta.url), { type: 'module' }), receive)

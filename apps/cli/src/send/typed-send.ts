import type { EffectiveSettings, RequestContext, VariableScope } from '@parley/engine'
import type { HttpRequest } from '@parley/model'
import type { SendOptions } from './send-options.ts'

/** What was typed: a request, and the context of its variables. */
export interface TypedSend {
  readonly request: HttpRequest
  readonly context: RequestContext
  /** What a pasted command says of its output. */
  readonly output?: Pick<
    SendOptions,
    'fail' | 'include' | 'output' | 'quiet' | 'remoteHeaderName' | 'remoteName'
  >
}

/** Creates the context of a request from the command line, which is in no collection. */
export function contextOf(variables: VariableScope, defaultSettings: EffectiveSettings): RequestContext {
  return {
    ancestors: [],
    environment: null,
    workspaceVariables: [],
    globalVariables: [],
    liveScopes: [variables],
    defaultSettings,
  }
}

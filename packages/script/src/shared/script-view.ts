/**
 * The data that a script sees, as one JSON text. Only such texts enter the sandbox. These types are plain
 * data, written by the runner and read by the prelude.
 */
export interface ScriptView {
  readonly phase: ScriptPhase
  readonly requestName: string
  readonly requestId: string
  readonly requestTags: readonly string[]
  /** The current iteration of a run; a single send is the first one. */
  readonly iteration: IterationView
  /** Whether the run does what scripts ask of its order; `none`: there is no run. */
  readonly order: 'changeable' | 'fixed' | 'none'
  /** Whether `require` returns bundled packages. */
  readonly allowsRequire: boolean
  /** The name of the environment in use; empty: none. */
  readonly environmentName: string
  /** The names of the collection and folders around the request, outermost first. */
  readonly ancestorNames: readonly string[]
  /** The narrowest scope first; always includes one `send` and one `session` scope. */
  readonly scopes: readonly ScopeView[]
  readonly request: RequestView
  /** Null before the send. */
  readonly response: ResponseView | null
  /** Four integers below 2^32, because every restored image would otherwise have the same `Math.random`. */
  readonly seed: readonly number[]
}

export interface IterationView {
  /** Counted from 0. */
  readonly index: number
  readonly count: number
}

export type ScriptPhase = 'preRequest' | 'postResponse'

/** A scope without the values of secrets that are withheld from scripts. */
export interface ScopeView {
  readonly name:
    | 'send'
    | 'iteration'
    | 'session'
    | 'folder'
    | 'collection'
    | 'environment'
    | 'workspace'
    | 'global'
    | 'demo'
  readonly values: readonly VariableView[]
  readonly withheldNames: readonly string[]
}

export interface VariableView {
  readonly name: string
  readonly text: string
  readonly isLiteral: boolean
  readonly json: string | null
}

export interface RequestView {
  readonly method: string
  /** As typed before the send, as sent after it. */
  readonly url: string
  /** The values of `:name` segments, as typed. */
  readonly pathParams: readonly { readonly name: string; readonly value: string }[]
  /** As sent; before the send, only those that scripts set. */
  readonly headers: readonly FieldView[]
  /** The rows as typed, inherited ones first. */
  readonly rows: readonly (FieldView & { readonly enabled: boolean })[]
  /** The authorization, by the name that Bruno gives its kind. */
  readonly authMode: string
  /** 0: none. */
  readonly timeoutMs: number
  /** The names of rows that earlier scripts left out. */
  readonly deletedHeaders: readonly string[]
  readonly body: BodyView
}

export type BodyView =
  | { readonly type: 'none' }
  | { readonly type: 'text' | 'json'; readonly text: string }
  | { readonly type: 'graphql'; readonly query: string; readonly variables: string }
  | { readonly type: 'urlEncoded'; readonly fields: readonly FieldView[] }
  | { readonly type: 'multipart' | 'file' }

export interface FieldView {
  readonly name: string
  readonly value: string
}

export interface ResponseView {
  readonly statusCode: number
  readonly reasonPhrase: string
  readonly headers: readonly FieldView[]
  readonly elapsedMs: number
  readonly sizeBytes: number
  /** What an earlier script put in place of the body for `res` of later scripts; null: nothing. */
  readonly replacedBody: ReplacedBody | null
}

/** A value as text, and as typed text if it is not a text. */
export interface ReplacedBody {
  readonly text: string
  readonly json: string | null
}

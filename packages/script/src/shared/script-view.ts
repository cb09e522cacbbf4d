/**
 * What a script is given to see, as one JSON text. Only such text crosses into the sandbox; each of
 * these types is plain data, made by the runner and read by the prelude.
 */
export interface ScriptView {
  readonly phase: ScriptPhase
  readonly requestName: string
  readonly requestId: string
  readonly requestTags: readonly string[]
  /** Where a run of a collection is; a single send is the first of one. */
  readonly iteration: IterationView
  /** Narrowest first; one `send` and one `session` scope are always among them. */
  readonly scopes: readonly ScopeView[]
  readonly request: RequestView
  /** Null before the send. */
  readonly response: ResponseView | null
  /** Four whole numbers below 2^32: every restored image would else have the same `Math.random`. */
  readonly seed: readonly number[]
}

export interface IterationView {
  /** From 0. */
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
  /** Values of `:name` segments, as typed. */
  readonly pathParams: readonly { readonly name: string; readonly value: string }[]
  /** As sent; before the send what scripts set. */
  readonly headers: readonly FieldView[]
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
}

import type { SchemaFormat } from '@parley/engine'

/** What a worker can be asked, with its answers. All but `setSchema` use the schema that was set last. */
export type LanguageCalls<Calls> = {
  readonly [Name in keyof Calls]: { readonly question: unknown; readonly answer: unknown }
} & { readonly setSchema: { readonly question: unknown; readonly answer: unknown } }

/** The names of calls. */
export type NameOf<Calls> = keyof Calls & string

/** A call on its way to the worker. The version names it in the reply. */
export type LanguageRequest<
  Calls extends LanguageCalls<Calls>,
  Name extends NameOf<Calls> = NameOf<Calls>,
> = {
  readonly [One in Name]: {
    readonly version: number
    readonly name: One
    readonly question: Calls[One]['question']
  }
}[Name]

/** A schema on its way to the worker. */
export interface SchemaSource {
  /** Names the schema in this version. The worker reads the text only if it does not have this schema yet. */
  readonly key: string
  readonly format: SchemaFormat
  /** A blob stays outside the page's thread. */
  readonly text: string | Blob
}

/** What a worker says of a schema. */
export type ReadSchema =
  | { readonly typeCount: number }
  | { readonly problem: { readonly code: string; readonly message: string } }

/** The worker's reply to the request of the same version. */
export type LanguageReply =
  | { readonly version: number; readonly answer: unknown }
  /** A fault in the worker, which continues to work. */
  | { readonly version: number; readonly fault: string }

/** Why a call has no answer. */
export type CallProblem =
  /** A later call of the same lane took its place. */
  | 'OUTDATED'
  /** The worker was ended, and started again for the next call. */
  | 'TOO_SLOW'
  | 'FAILED'
  | 'CLOSED'

/** The answer to a call, or why there is none. */
export type OutcomeOf<Answer> = { readonly answer: Answer } | { readonly problem: CallProblem }

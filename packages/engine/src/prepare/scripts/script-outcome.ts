import type { HeaderField, ScriptNote, TestResult } from '@parley/model'
import type { VariableScope } from '../variables/scope.ts'

/** The result of the pre-request scripts. */
export interface ScriptOutcome {
  readonly stage: 'scripted'
  /** The scopes with the values that scripts set, narrowest first. */
  readonly scopes: readonly VariableScope[]
  readonly overrides: MessageOverrides
  /** The results of their tests, in order. */
  readonly results: readonly TestResult[]
  /** How long each of them took, in milliseconds; absent: not measured. */
  readonly times?: readonly number[]
  /** The URL that replaces the typed one before it is rendered; absent if no script sets one. */
  readonly url?: string
  /** What users should know about the scripts; absent: nothing. */
  readonly notes?: readonly ScriptNote[]
}

/** Edits made with `req.*`, applied last (behaviour 4.8). */
export interface MessageOverrides {
  readonly method: string | null
  readonly setHeaders: readonly HeaderField[]
  readonly deletedHeaders: readonly string[]
  readonly content: ContentOverride | null
}

/** Text that replaces a message's content. Names in it are not filled in. */
export interface ContentOverride {
  readonly text: string
  /** The media type if the message has no `Content-Type`; null adds none. */
  readonly mediaType: string | null
}

import type { LoadCheck, LoadSet } from './script-parts.ts'
import type { Template } from './template.ts'

/** What a load test does, for the printers of all engines. */
export interface LoadPlan {
  readonly name: string
  /** In the order in which each user sends them. */
  readonly steps: readonly LoadStep[]
  /** Tokens that the script requests itself. */
  readonly tokens: readonly LoadToken[]
  /** Secrets, whose values are in no script: the environment gives them. */
  readonly secrets: readonly LoadSecret[]
  /** What names have before a script sets them. */
  readonly initialValues: readonly { readonly name: string; readonly text: string }[]
  /** The data rows, of which each user takes one for each round; null: none. */
  readonly data: LoadData | null
  /** What the script does not do, in the order of the requests. */
  readonly untranslated: readonly Untranslated[]
}

/** A secret, and the environment variable that has its value. */
export interface LoadSecret {
  readonly name: string
  readonly variable: string
}

export interface LoadData {
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A part of a request that is not in the script, or a request that is not. */
export interface Untranslated {
  /** The path of the request, or of the folder or collection that has the script. */
  readonly path: string
  /** The line of its script, from 1; null: it is no line of a script. */
  readonly line: number | null
  /** A sentence without its full stop. */
  readonly text: string
  /** Whether the request is left out, as it would be sent otherwise than by Parley. */
  readonly isLeftOut: boolean
}

/** A request of a user. */
export interface LoadStep extends LoadRequest {
  /** Names the request in the figures: its path. */
  readonly label: string
  /** What its scripts set before it. */
  readonly sets: readonly LoadSet[]
  readonly checks: readonly LoadCheck[]
  /** What its scripts set from its response. */
  readonly captures: readonly LoadSet[]
  /** 0: no limit. */
  readonly timeoutMs: number
  readonly followsRedirects: boolean
}

/** A request with names to fill in. */
export interface LoadRequest {
  readonly method: string
  readonly url: Template
  readonly headers: readonly LoadHeader[]
  /** The user that the script encodes as Basic; null: none. */
  readonly basic: { readonly username: Template; readonly password: Template } | null
  readonly content: LoadContent
}

export interface LoadHeader {
  readonly name: Template
  readonly value: Template
}

export type LoadContent =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: Template }
  | { readonly kind: 'multipart'; readonly parts: readonly LoadPart[] }
  /** A file of the folder of the script. */
  | { readonly kind: 'file'; readonly file: string }

/** One part of a form: its head, as it is sent, and its text or a file of the folder of the script. */
export interface LoadPart {
  readonly head: Template
  readonly text: Template | null
  readonly file: string | null
}

/** A token of OAuth 2.0 with the client credentials grant. */
export interface LoadToken {
  /** The name that has the token in the requests. */
  readonly name: string
  readonly request: LoadRequest
}

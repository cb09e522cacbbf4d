import type { EffectiveAuth, HeaderField, HttpBody, Row } from '@parley/model'

/**
 * What code is generated for: a request with its variables filled in, or as typed with every `{{name}}`
 * kept. Unticked rows are left out. What is inherited is the caller's to bring in.
 */
export interface CodeInput {
  readonly method: string
  readonly url: string
  readonly pathParams?: readonly Row[]
  readonly headers: readonly Row[]
  readonly cookies: readonly Row[]
  readonly body: HttpBody
  readonly auth: EffectiveAuth
}

/** The request in the terms of the targets: what Parley itself would send, but for its User-Agent. */
export interface CodeRequest {
  readonly method: string
  /** Percent-encoded as it is sent; `{{names}}` stay. */
  readonly url: string
  /** In order, with `Cookie`, `Content-Type` (but of a form with parts) and what auth adds. */
  readonly headers: readonly HeaderField[]
  readonly content: CodeContent
  /** What the target applies itself. */
  readonly auth: CodeAuth
  /** What the code cannot do, a sentence each; targets print them as comments. */
  readonly notices: readonly string[]
}

/** Content in the kinds that the libraries have. */
export type CodeContent =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'form'; readonly fields: readonly HeaderField[]; readonly text: string }
  | { readonly kind: 'multipart'; readonly parts: readonly CodePart[] }
  | { readonly kind: 'file'; readonly filePath: string }

/** One part of a form; a file goes under the last segment of its path. */
export type CodePart =
  | {
      readonly kind: 'text'
      readonly name: string
      readonly value: string
      readonly contentType: string | null
    }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly filePath: string
      readonly fileName: string
      readonly contentType: string
    }

/** Authorization that is more than a header. */
export type CodeAuth =
  | { readonly type: 'none' }
  | { readonly type: 'basic' | 'digest' | 'ntlm'; readonly username: string; readonly password: string }
  | {
      readonly type: 'signatureV4'
      readonly accessKeyId: string
      readonly secretAccessKey: string
      readonly region: string
      readonly service: string
    }

import type { ContentOutline, FormPart } from '@parley/engine'
import type { HeaderField } from '@parley/model'

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

/** Content in the kinds that the libraries have. A form with parts has at least one. */
export type CodeContent = ContentOutline

/** One part of a form. */
export type CodePart = FormPart

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
      /** Fields that are signed with the rest and that a library does not add itself. */
      readonly headers: readonly HeaderField[]
    }

import type { ContentOutline, FormPart } from '@parley/engine'
import type { HeaderField } from '@parley/model'

/** The request for the targets: the one that Parley itself would send, without its User-Agent. */
export interface CodeRequest {
  readonly method: string
  /** Percent-encoded as sent, except `{{names}}`. */
  readonly url: string
  /** In order, including `Cookie`, `Content-Type` (except for a form with parts) and the headers of auth. */
  readonly headers: readonly HeaderField[]
  readonly content: CodeContent
  /** Authorization that the target applies itself. */
  readonly auth: CodeAuth
  /** Sentences about what the code cannot do; targets print them as comments. */
  readonly notices: readonly string[]
  /** Present if the request carries a gRPC call: only targets of calls print it. */
  readonly call?: CodeCall
}

/** A gRPC call. Its metadata are the headers of the request. */
export interface CodeCall {
  /** `host:port`. */
  readonly address: string
  readonly usesTls: boolean
  /** `package.Service/Method`. */
  readonly method: string
  readonly messages: readonly string[]
  /** Where the types of the service come from. */
  readonly definition:
    | { readonly kind: 'reflection' }
    | {
        readonly kind: 'proto'
        readonly importPaths: readonly string[]
        readonly fileNames: readonly string[]
      }
    | { readonly kind: 'descriptorSet'; readonly path: string }
  /** 0: none. */
  readonly deadlineMs: number
  readonly maxMessageBytes: number
  readonly showsDefaults: boolean
  readonly isCompressed: boolean
  /** Whether it is made with gRPC-Web. */
  readonly isWeb: boolean
}

/** Content of a kind that the libraries support. A form with parts has at least one. */
export type CodeContent = ContentOutline

/** One part of a form. */
export type CodePart = FormPart

/** Authorization that is not just a header. */
export type CodeAuth =
  | { readonly type: 'none' }
  | { readonly type: 'basic' | 'digest' | 'ntlm'; readonly username: string; readonly password: string }
  | {
      readonly type: 'signatureV4'
      readonly accessKeyId: string
      readonly secretAccessKey: string
      readonly region: string
      readonly service: string
      /** Signed fields that a library does not add itself. */
      readonly headers: readonly HeaderField[]
    }

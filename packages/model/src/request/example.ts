import type { Description, Row } from '../row.ts'
import type { HttpBody } from './body.ts'

/** A saved request and its response. */
export interface RequestExample {
  readonly name: string
  readonly description?: Description
  readonly request?: {
    readonly method: string
    readonly url: string
    readonly headers: readonly Row[]
    readonly params: readonly Row[]
    readonly pathParams: readonly Row[]
    readonly body: HttpBody
  }
  readonly response?: {
    readonly statusCode: number
    readonly reasonPhrase: string
    readonly headers: readonly { readonly name: string; readonly value: string }[]
    readonly body?: { readonly type: 'json' | 'text' | 'xml' | 'html' | 'binary'; readonly data: string }
  }
}

import type { HttpBody, HttpRequest, Row } from '@parley/model'
import type { MessageSecret } from '../gate/message-secrets.ts'
import type { RenderedRequest } from '../rendered-request.ts'
import type { ResolvedRequest } from '../request-context.ts'
import type { FilledText } from '../variables/substitute.ts'

/**
 * What a kind of request does in a send; `kindActions` lists them. All are sent over HTTP at first, so the stages are the
 * same, and a kind says what is different in them. What follows the message is the `kindExchange` of the frame that `prepare`
 * sets (`RequestFrame`).
 */
export interface KindAction {
  /** Stage 1: returns the request with the URL that it is sent to. Absent: with its own. */
  readonly resolve?: (request: HttpRequest) => HttpRequest
  /** Stage 3: returns the header rows. Absent: those that are resolved. */
  readonly headerRows?: (resolved: ResolvedRequest) => readonly Row[]
  /** Stage 3: returns the filled-in request with what only this kind has. Absent: as it is. */
  readonly prepare?: (filled: FilledRequest, parts: FilledParts) => FilledRequest
}

/** A request whose common part is filled in. */
export type FilledRequest = Omit<RenderedRequest, 'origins' | 'notices'>

/** What a kind needs to fill in its own part. */
export interface FilledParts {
  readonly resolved: ResolvedRequest
  /** Fills in a text that leaves with the headers. */
  readonly fillRow: (text: string) => FilledText
  /** Fills in a text that leaves with the content. */
  readonly fillContent: (text: string) => FilledText
  /** The secrets in the content so far. */
  readonly contentSecrets: readonly MessageSecret[]
  /** Returns the body for scripts: filled in, with marks in place of withheld secrets. */
  readonly markedBody: () => HttpBody
}

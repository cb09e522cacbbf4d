import type { ScriptNote } from './notice.ts'
import type { ScriptError } from './test-report.ts'

/** The step at which a send failed. */
export type SendStep = 'prepare' | 'dns' | 'connect' | 'tls' | 'request' | 'response'

/**
 * Why there was no response. A status of 400 or more is a response, not a failure. Cancel is `cancelled` and
 * not an error (behaviour, Cancel).
 */
export interface SendFailure {
  readonly kind: SendFailureKind
  /** Stable: a code of the system (`ECONNREFUSED`) or of Parley (`INVALID_URL`). */
  readonly code: string
  readonly step: SendStep
  /** The address as `host:port`, with the host as typed; empty if it is not known yet. */
  readonly address: string
  /** The part at fault: a variable, a header name, a limit; empty if `code` says enough. */
  readonly subject: string
  readonly elapsedMs: number
  /** The beginning of what arrived, as it came, if it is no response that can be read; at most 16 KB. */
  readonly received?: string
  /** The name of the form row whose file is at fault; absent if it is another part. */
  readonly row?: string
  /** Set if the relative path of a file leads nowhere, and would lead to a file from the folder of the workspace. */
  readonly misplaced?: MisplacedPath
  /** Where a pre-request script failed, to be marked in the editor. */
  readonly scriptError?: ScriptError
  /** The notes of pre-request scripts that ran before nothing was sent; absent: none. */
  readonly notes?: readonly ScriptNote[]
}

/** The relative path of a file that starts in another folder than its writer thought. */
export interface MisplacedPath {
  /** The absolute folder in which it starts: that of the collection. */
  readonly start: string
  /** The path that leads to the file from there, with slashes. */
  readonly path: string
}

export type SendFailureKind =
  /** The name has no address. */
  | 'dns'
  /** No connection to the address. */
  | 'connect'
  /** The connection was made, but the TLS handshake or the certificate failed. */
  | 'tls'
  /** A timeout expired. */
  | 'timeout'
  /** The proxy refused or could not be reached. */
  | 'proxy'
  /** The response is not HTTP, or incomplete. */
  | 'protocol'
  /** The user cancelled. */
  | 'cancelled'
  /** A pre-request script skipped the request, which is not an error; nothing was sent. */
  | 'skipped'
  /** A pre-request script threw; nothing was sent. */
  | 'script'
  /** A variable refers to itself or a required one has no value; nothing was sent. */
  | 'template'
  /** The request cannot be written as HTTP; nothing was sent. */
  | 'invalidRequest'
  /** Parley never sends to this target, such as its own address. */
  | 'refused'
  /** A file of the request cannot be read; nothing was sent. */
  | 'file'
  /** There were no credentials for the request; nothing was sent. */
  | 'authorization'

import type { ScriptError } from './test-report.ts'

/** Where a send was when it failed. */
export type SendStep = 'prepare' | 'dns' | 'connect' | 'tls' | 'request' | 'response'

/**
 * Why no response came. A status of 400 or more is a response, not a failure; Cancel is
 * `cancelled` and not an error (product decisions).
 */
export interface SendFailure {
  readonly kind: SendFailureKind
  /** Stable: the system's code (`ECONNREFUSED`) or one of ours (`INVALID_URL`). */
  readonly code: string
  readonly step: SendStep
  /** What was tried, as `host:port` with the host as typed; empty before that is known. */
  readonly address: string
  /** The part that is at fault: a variable, a header's name, a limit; empty where `code` says it all. */
  readonly subject: string
  readonly elapsedMs: number
  /** The name of the form row whose file is at fault; absent: another part of the request is. */
  readonly row?: string
  /** Where a pre-request script failed, for the editor to mark. */
  readonly scriptError?: ScriptError
}

export type SendFailureKind =
  /** The name has no address. */
  | 'dns'
  /** No connection to the address. */
  | 'connect'
  /** Connected, and the TLS handshake or the certificate failed. */
  | 'tls'
  /** A limit of time ran out. */
  | 'timeout'
  /** The proxy refused or could not be reached. */
  | 'proxy'
  /** What came is not HTTP, or ended too early. */
  | 'protocol'
  /** The user cancelled. */
  | 'cancelled'
  /** A pre-request script threw; nothing was sent. */
  | 'script'
  /** A variable refers to itself, or a needed one has no value; nothing was sent. */
  | 'template'
  /** The request cannot be written as HTTP; nothing was sent. */
  | 'invalidRequest'
  /** The target is one that Parley never sends to: its own address. */
  | 'refused'
  /** A file of the request cannot be read; nothing was sent. */
  | 'file'
  /** No credentials could be had for the request; nothing was sent. */
  | 'authorization'

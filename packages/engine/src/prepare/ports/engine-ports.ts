import type { Result, SendFailure } from '@parley/model'
import type { AuthSession } from '../auth/auth-session.ts'
import type { SecretHosts } from '../gate/secret-hosts.ts'
import type { HostNames } from '../message/host-names.ts'
import type { CookieJar } from '../message/outbound-message.ts'
import type { GrpcCallHost } from './grpc-call-host.ts'
import type { History } from './history.ts'
import type { ReflectedDefinitions } from './reflected-definitions.ts'
import type { ScriptRunner } from './script-runner.ts'
import type { SecretValues } from './secret-values.ts'
import type { Transport } from './transport.ts'
import type { WebSocketHost } from './web-socket-host.ts'

/** All I/O that the engine needs, provided by the host. */
export interface EnginePorts {
  readonly transport: Transport
  readonly scripts: ScriptRunner
  readonly history: History
  readonly clock: Clock
  readonly random: Random
  readonly hostNames: HostNames
  readonly files: Files
  readonly authSession: AuthSession
  readonly secretHosts: SecretHosts
  /** Provides the cookies of each request and stores those of responses. Without one, no cookies are kept. */
  readonly cookieJar?: CookieJar
  /** Without it, a send that needs a secret without a value fails. */
  readonly secretValues?: SecretValues
  /** Takes part in the conversation over a WebSocket. Without it, requests for one fail. */
  readonly webSockets?: WebSocketHost
  /** What servers said about their services before. Without it, each gRPC call asks again. */
  readonly reflectedDefinitions?: ReflectedDefinitions
  /** Takes part in gRPC calls with streams. Without it, their messages are sent together, and this side is ended. */
  readonly grpcCalls?: GrpcCallHost
}

/** Resolves after a time, or immediately when the signal aborts. Never rejects. */
export type Wait = (timeMs: number, signal: AbortSignal) => Promise<void>

export interface Clock {
  /** Milliseconds since the epoch. The user or the network may set this clock. */
  now(): number
  /** Milliseconds of a clock that nobody sets: two of its times make a duration. */
  monotonic(): number
}

export interface Random {
  /** A UUID of version 4 (RFC 9562). */
  uuid(): string
  /** Returns an integer from 0 to below `limit`. */
  integer(limit: number): number
}

/** The files that requests refer to. The transport reads their content during the send. */
export interface Files {
  /**
   * Returns the length of a file that may be sent, or a failure of kind `file`: it cannot be read, is a
   * folder, or may not be used by requests on this host.
   */
  lengthBytes(filePath: string): Promise<Result<number, SendFailure>>
}

import type { CookieJar } from '../prepare/message/outbound-message.ts'
import type { EnginePorts } from '../prepare/ports/engine-ports.ts'
import type { ScriptRunner } from '../prepare/ports/script-runner.ts'
import type { VariableScope } from '../prepare/variables/scope.ts'
import type { DefinitionFiles } from '../send/grpc/definition/definition-files.ts'
import type { LimitedHost } from '../send/live/send-limited-stream.ts'
import type { RunEvent, RunSessionChange } from './run-events.ts'
import type { RunItem } from './run-item.ts'

/** All I/O that a run needs, provided by the host. */
export interface RunHost extends LimitedHost {
  readonly ports: Omit<EnginePorts, 'scripts' | 'history' | 'files' | 'transport'>
  /** Returns files and transport for a request: which files it may read can depend on its origin. */
  portsOf(item: RunItem): Pick<EnginePorts, 'files' | 'transport'>
  /** Returns the files of service definitions that a request may read. */
  definitionFilesOf(item: RunItem): DefinitionFiles
  /**
   * Returns an empty session: a run shares neither values nor cookies with the page or other runs (behaviour 2.1).
   */
  newSession(): RunSession
  /** Deletes a body that is no longer needed. */
  releaseBody(handle: string): Promise<void>
}

/** The state that one request of a run passes on to the next. */
export interface RunSession {
  readonly cookieJar: CookieJar
  /** The values that scripts have set so far. */
  readonly scope: VariableScope
  scriptsFor(place: ScriptsOfRun): ScriptRunner
}

/** The position of scripts in a run, and the callbacks for what they ask. */
export interface ScriptsOfRun {
  readonly requestId: string
  readonly iteration: { readonly index: number; readonly count: number }
  /** Whether the run does what scripts ask of its order; `none`: there is no run. */
  readonly order: 'changeable' | 'fixed' | 'none'
  onOrder(changes: readonly OrderChange[]): void
  onSessionChanges(changes: readonly RunSessionChange[]): void
}

/** A change of order that a script asks of its run. */
export type OrderChange =
  /** Continues with the request of this name or ID; null ends the iteration. */
  | { readonly kind: 'next'; readonly requestName: string | null }
  /** Does not send the request. */
  | { readonly kind: 'skip' }
  /** Ends the run. */
  | { readonly kind: 'stop' }

/** Receives each event; the run waits until it resolves. */
export type RunListener = (event: RunEvent) => void | Promise<void>

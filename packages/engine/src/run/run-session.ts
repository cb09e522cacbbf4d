import type { EnginePorts, ScriptRunner } from '../ports.ts'
import type { CookieJar } from '../stages.ts'
import type { VariableScope } from '../variables/scope.ts'
import type { RunEvent, RunSessionChange } from './run-events.ts'
import type { RunItem } from './run-item.ts'

/** All I/O that a run needs; a host gives it. */
export interface RunHost {
  readonly ports: Omit<EnginePorts, 'scripts' | 'history' | 'files' | 'transport'>
  /** Files and the wire for a request: what it may read may depend on where it comes from. */
  portsOf(item: RunItem): Pick<EnginePorts, 'files' | 'transport'>
  /** One with nothing in it: a run shares neither values nor cookies with the page or another run (spec 2.1). */
  newSession(): RunSession
  /** Deletes a body that nobody will ask for again. */
  releaseBody(handle: string): Promise<void>
  /** Resolves after so long, or at once when the signal is aborted. */
  wait(timeMs: number, signal: AbortSignal): Promise<void>
}

/** What one request of a run leaves to the next. */
export interface RunSession {
  readonly cookieJar: CookieJar
  /** What scripts have set so far. */
  readonly scope: VariableScope
  scriptsFor(place: ScriptsOfRun): ScriptRunner
}

/** Where in a run scripts stand, and who is told of what they ask. */
export interface ScriptsOfRun {
  readonly requestId: string
  readonly iteration: { readonly index: number; readonly count: number }
  onOrder(changes: readonly OrderChange[]): void
  onSessionChanges(changes: readonly RunSessionChange[]): void
}

/** What a script asks of the run that its request is part of. */
export type OrderChange =
  /** The request to go on with, by its name or ID; null: the iteration ends. */
  | { readonly kind: 'next'; readonly requestName: string | null }
  /** The request is not sent. */
  | { readonly kind: 'skip' }
  /** The run ends. */
  | { readonly kind: 'stop' }

/** Told of each event in turn; the run goes on once it has taken one. */
export type RunListener = (event: RunEvent) => void | Promise<void>

import type { MessagePort } from 'node:worker_threads'
import type { OrderChange } from '@parley/engine'
import type { TestResult } from '@parley/model'
import type { SandboxImageName } from '../shared/script-libraries.ts'
import type { ReplacedBody } from '../shared/script-view.ts'
import type { SandboxImage } from './sandbox-image.ts'
import type { ScriptBudget } from './script-clock.ts'

/** The data for a new worker. */
export interface WorkerSetup {
  readonly wasm: WebAssembly.Module
  /** The image without libraries. Its memory is shared by all workers. */
  readonly image: SandboxImage
  /** Receives bodies while the worker's event loop is blocked. */
  readonly bodyPort: MessagePort
}

import type { DeclaredChecks } from '../shared/declared-checks.ts'

/** A script to run. */
export interface ScriptJob {
  readonly source: string
  /** Assertions and variables that are evaluated instead of a script; absent: there are none. */
  readonly declared?: DeclaredChecks
  /** A `ScriptView` as JSON. */
  readonly viewJson: string
  readonly phase: 'preRequest' | 'postResponse'
  /** Secrets that the script must not set. */
  readonly withheldNames: readonly string[]
  /** The URL of the user, which may name secrets. */
  readonly typedUrl: string
  /** Headers that earlier scripts of this send set; they count towards the limit. */
  readonly headersSetBefore: readonly string[]
  readonly bodyBytes: number
  readonly bodyCharset: string
  /** A short body; absent: the script asks for it if it reads it. */
  readonly body?: Uint8Array
  /** Whether `require` returns bundled packages. */
  readonly allowsRequire: boolean
  readonly budget: ScriptBudget
}

/** Memory that the pool and a worker share during one run. */
export interface RunControl {
  /** Index 0: 1 stops the script. Index 1: the number of bodies that were sent. */
  readonly flags: Int32Array
  /** Index 0: when the budget of the script ends if its thread runs all the time, on the clock of `absoluteMs`. */
  readonly deadline: Float64Array
}

/** An image with libraries, for the scripts that name one. */
export interface LibraryImage {
  readonly name: SandboxImageName
  readonly image: SandboxImage
}

export type ToWorker =
  | {
      readonly type: 'run'
      readonly job: ScriptJob
      readonly control: SharedArrayBuffer
      /** Null: the image without libraries. */
      readonly libraries: LibraryImage | null
    }
  | { readonly type: 'answered'; readonly id: number; readonly answer: RequestAnswer }
  | { readonly type: 'cancel' }

export type FromWorker =
  | {
      readonly type: 'send'
      readonly id: number
      readonly request: RequestedSend
      readonly changes: readonly VariableChange[]
    }
  | { readonly type: 'read-body' }
  /** The script waits for nothing but its timers, or continues. */
  | { readonly type: 'sleeping'; readonly isSleeping: boolean }
  | { readonly type: 'done'; readonly result: ScriptResult; readonly grownBytes: number }

export interface RequestedSend {
  readonly method: string
  readonly url: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly content: string | null
  readonly mediaType: string | null
}

/** The response to a `sendRequest`, or a sentence that says why it failed. */
export type RequestAnswer =
  | {
      readonly ok: true
      readonly statusCode: number
      readonly reasonPhrase: string
      readonly headers: readonly { readonly name: string; readonly value: string }[]
      readonly elapsedMs: number
      readonly sizeBytes: number
      readonly body: Uint8Array
      readonly charset: string
    }
  | {
      readonly ok: false
      readonly message: string
      /** Set if the script named a secret that is withheld from it. */
      readonly stopsScript?: boolean
    }

/** `text` null: the variable is removed. */
export interface VariableChange {
  readonly scope: 'send' | 'session'
  readonly name: string
  readonly text: string | null
  readonly json: string | null
}

/** One edit by `req.*`, in order. */
export type OverrideEdit =
  | { readonly kind: 'setHeader'; readonly name: string; readonly value: string }
  | { readonly kind: 'deleteHeader'; readonly name: string }
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'content'; readonly text: string; readonly mediaType: string | null }

export interface ConsoleLine {
  readonly level: string
  readonly text: string
}

/** How a run ended. Only the first two keep writes and results. */
export type ScriptVerdict = 'completed' | 'failed' | 'timeout' | 'neverFinished' | 'outOfMemory' | 'cancelled'

export interface ScriptResult {
  readonly verdict: ScriptVerdict
  /** Set with `failed`. */
  readonly fault: ScriptFault | null
  readonly tests: readonly ListedTest[]
  readonly changes: readonly VariableChange[]
  readonly edits: readonly OverrideEdit[]
  /** The URL that replaces the typed one; null: none. */
  readonly url: string | null
  /** What later scripts see as the body of the response; null: no change. */
  readonly responseBody: ReplacedBody | null
  /** The order changes for the run that the request belongs to. */
  readonly order: readonly OrderChange[]
  /** Whether the script ended itself because its request must not be sent. */
  readonly skipsRequest: boolean
  readonly console: readonly ConsoleLine[]
  readonly notes: readonly MemberNote[]
  /** Whether the script looked at the status of the response. */
  readonly isStatusRead: boolean
  /** After which time a script was stopped; 0 for others. */
  readonly stoppedAfterMs: number
}

/** A test, and where in the script an error was thrown that is no failed assertion. */
export interface ListedTest {
  readonly result: TestResult
  readonly thrownAt: { readonly line: number; readonly column: number } | null
  /** From the end of the test before it, or from the start of the script. */
  readonly tookMs: number
}

/** A member that a script used, and what users should know about that. */
export interface MemberNote {
  readonly member: string
  /** What follows the member in a sentence. */
  readonly text: string
  readonly line: number | null
}

export interface ScriptFault {
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}

/** Returns the result of a run that was stopped. */
export function stoppedResult(
  verdict: ScriptVerdict,
  stoppedAfterMs = 0,
  console: readonly ConsoleLine[] = [],
): ScriptResult {
  const nothing = { tests: [], changes: [], edits: [], url: null, responseBody: null, order: [], notes: [] }
  const flags = { isStatusRead: false, skipsRequest: false }
  return { verdict, fault: null, ...nothing, ...flags, console, stoppedAfterMs }
}

/** Returns the two views of a run's shared memory. */
export function runControl(memory: SharedArrayBuffer): RunControl {
  return { flags: new Int32Array(memory, 0, 2), deadline: new Float64Array(memory, 8, 1) }
}

export const runControlBytes = 16

import type { MessagePort } from 'node:worker_threads'
import type { OrderChange } from '@parley/engine'
import type { TestResult } from '@parley/model'
import type { SandboxImage } from './sandbox-image.ts'
import type { ScriptBudget } from './script-clock.ts'

/** What a worker gets at its start. */
export interface WorkerSetup {
  readonly wasm: WebAssembly.Module
  /** Its memory is shared by all workers. */
  readonly image: SandboxImage
  /** Bodies come through it while the worker's own loop stands still. */
  readonly bodyPort: MessagePort
}

/** One script to run. */
export interface ScriptJob {
  readonly source: string
  /** A `ScriptView` as JSON. */
  readonly viewJson: string
  readonly phase: 'preRequest' | 'postResponse'
  /** Secrets that the script may not set. */
  readonly withheldNames: readonly string[]
  /** Headers that earlier scripts of this send set: they count towards the limit. */
  readonly headersSetBefore: readonly string[]
  readonly bodyBytes: number
  readonly bodyCharset: string
  readonly budget: ScriptBudget
}

/** Memory that the pool and a worker share during one run. */
export interface RunControl {
  /** At 0: 1 stops the script. At 1: counts the bodies that have been given. */
  readonly flags: Int32Array
  /** At 0: when the script is over, by the clock of `absoluteMs`. */
  readonly deadline: Float64Array
}

export type ToWorker =
  | { readonly type: 'run'; readonly job: ScriptJob; readonly control: SharedArrayBuffer }
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
  | { readonly type: 'done'; readonly result: ScriptResult; readonly memoryBytes: number }

export interface RequestedSend {
  readonly method: string
  readonly url: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly content: string | null
  readonly mediaType: string | null
}

/** The answer to a `sendRequest`, or a sentence that says why there is none. */
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
      /** Where the script named a secret that is withheld from it. */
      readonly stopsScript?: boolean
    }

/** `text` null: the variable is removed. */
export interface VariableChange {
  readonly scope: 'send' | 'session'
  readonly name: string
  readonly text: string | null
  readonly json: string | null
}

/** One edit by `req.*`, in the order in which they were made. */
export type OverrideEdit =
  | { readonly kind: 'setHeader'; readonly name: string; readonly value: string }
  | { readonly kind: 'deleteHeader'; readonly name: string }
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'content'; readonly text: string; readonly mediaType: string | null }

export interface ConsoleLine {
  readonly level: string
  readonly text: string
}

/** How a run ended. All but the first two keep no writes and no results. */
export type ScriptVerdict = 'completed' | 'failed' | 'timeout' | 'neverFinished' | 'outOfMemory' | 'cancelled'

export interface ScriptResult {
  readonly verdict: ScriptVerdict
  /** With `failed`. */
  readonly fault: ScriptFault | null
  readonly tests: readonly TestResult[]
  readonly changes: readonly VariableChange[]
  readonly edits: readonly OverrideEdit[]
  /** What it asks of the run that its request is part of. */
  readonly order: readonly OrderChange[]
  readonly console: readonly ConsoleLine[]
}

export interface ScriptFault {
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}

/** What is left of a run that was stopped. */
export function stoppedResult(verdict: ScriptVerdict, console: readonly ConsoleLine[] = []): ScriptResult {
  return { verdict, fault: null, tests: [], changes: [], edits: [], order: [], console }
}

/** The two views of a run's shared memory. */
export function runControl(memory: SharedArrayBuffer): RunControl {
  return { flags: new Int32Array(memory, 0, 2), deadline: new Float64Array(memory, 8, 1) }
}

export const runControlBytes = 16

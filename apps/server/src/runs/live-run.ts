import { describeLocked, type FileBodyStore, type RunStore } from '@parley/appdata'
import {
  defaultRunOptions,
  type RunEvent,
  type RunHost,
  type RunItem,
  type RunOptions,
  type RunResult,
  runCollection,
  secretsOf,
  type VariableScope,
  variableScopes,
  type WithheldValue,
} from '@parley/engine'
import { draftOf, failed, ok, type Result } from '@parley/model'
import { typedSecrets } from '@parley/workspace'
import type { DescribedProblem, RunInfo, StartRun } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import type { PlannedRun } from './plan-run.ts'
import { readRunData } from './read-run-data.ts'
import type { RunInProgress } from './run-in-progress.ts'
import { StoredResults } from './stored-results.ts'

/** The services that {@link LiveRun} uses. */
export interface LiveRunParts {
  readonly store: RunStore
  readonly bodies: FileBodyStore
  readonly now: () => number
  plan(targetId: string): Promise<Result<PlannedRun, DescribedProblem>>
  hostFor(run: LiveRun): RunHost
  /** Returns a result of the plan as the page should show it. */
  explainOutcome(event: Extract<RunEvent, { type: 'requestEnded' }>, planned: PlannedRun): typeof event
  /** Called for each change, but not more often than a reader can follow. */
  notify(run: RunInfo): void
  /** Releases the bodies of earlier runs that were removed. */
  releaseBodies(handles: readonly string[]): Promise<void>
}

/** The interval over which changes are collected before windows are notified. */
const notifyIntervalMs = 100

/** A run from its start to its end. It continues whether or not windows are open. */
export class LiveRun implements RunInProgress {
  readonly #parts: LiveRunParts
  readonly #start: StartRun
  readonly #cancel = new AbortController()
  readonly #kept: StoredResults
  #info: RunInfo
  #notifyTimer: NodeJS.Timeout | null = null
  #planned: readonly RunItem[] = []
  #byKey: ReadonlyMap<string, RunItem> | null = null
  /** Resolves when the run has ended. Never rejects. */
  readonly ended: Promise<void>

  constructor(start: StartRun, name: string, parts: LiveRunParts) {
    this.#parts = parts
    this.#start = start
    this.#kept = new StoredResults(start.runId, parts.store, parts.bodies)
    this.#info = {
      runId: start.runId,
      targetId: start.targetId,
      name,
      state: 'preparing',
      startedAt: parts.now(),
      environmentName: null,
      options: start.options,
      dataName: start.data?.name ?? null,
      requests: 0,
      summary: null,
      totalRows: 0,
      current: null,
      problem: null,
      notes: [],
    }
    this.ended = this.#run().catch(error => {
      // This is a bug. The page must not wait for ever, and the server continues.
      logFault('a run', error)
      this.#fail({
        sentence: 'A bug in Parley stopped the run.',
        nextStep: 'Look at Parley’s log, and report it.',
      })
    })
  }

  get info(): RunInfo {
    return this.#info
  }

  /** What is sent in each iteration; empty before the run begins, and once it has ended. */
  get planned(): readonly RunItem[] {
    return this.#planned
  }

  /** The window that gets the run's questions. */
  get windowId(): string {
    return this.#start.windowId
  }

  get kept(): StoredResults {
    return this.#kept
  }

  /** Returns false if the run had already ended. */
  cancel(): boolean {
    if (this.#info.state === 'ended' || this.#info.state === 'failed') return false
    this.#cancel.abort()
    return true
  }

  async #run(): Promise<void> {
    this.#notifyNow()
    const data = await readRunData(this.#start.data)
    const planned = data.ok ? await this.#plan() : data
    if (!data.ok || !planned.ok) return this.#fail(data.ok ? problemOf(planned) : data.failure)
    const { name, environmentName, items, notes } = planned.value
    this.#change({ name, environmentName, notes, requests: items.length })
    const begun = await this.#parts.store.begin({
      id: this.#info.runId,
      targetId: this.#info.targetId,
      summary: { ...this.#info, state: 'running' },
    })
    if (!begun.ok) return this.#fail(describeLocked(begun.failure))
    await this.#parts.releaseBodies(begun.value)
    this.#planned = items
    this.#change({ state: 'running' })
    await runCollection(
      items,
      runOptionsOf(this.#start, data.value),
      this.#parts.hostFor(this),
      event => this.#receive(event, planned.value),
      this.#cancel.signal,
    )
  }

  async #plan(): Promise<Result<PlannedRun, DescribedProblem>> {
    const planned = await this.#parts.plan(this.#start.targetId)
    if (!planned.ok) return planned
    const items = chosenOf(planned.value.items, this.#start.keys)
    return items.length > 0 ? ok({ ...planned.value, items }) : failed(nothingToRun)
  }

  async #receive(event: RunEvent, planned: PlannedRun): Promise<void> {
    if (event.type === 'requestStarted') {
      this.#change({ current: { key: event.key, iteration: event.iteration } })
    } else if (event.type === 'requestEnded') {
      const { result, summary } = this.#parts.explainOutcome(event, planned)
      await this.#kept.add(result, this.#secretsOf(result, planned))
      this.#change({ summary, totalRows: this.#kept.count, problem: this.#kept.problem })
      if (this.#kept.waiting.length === 0) await this.#keepInfo()
    } else if (event.type === 'runEnded') {
      this.#planned = []
      await this.#kept.finish()
      const problem = this.#kept.problem
      this.#info = { ...this.#info, state: 'ended', summary: event.summary, current: null, problem }
      await this.#keepInfo()
      this.#notifyNow()
    }
  }

  /** Returns the secrets that the request of a result had: those of its variables, and those typed into it. */
  #secretsOf({ key }: RunResult, planned: PlannedRun): readonly WithheldValue[] {
    this.#byKey ??= new Map(planned.items.map(one => [one.key, one]))
    const item = this.#byKey.get(key)
    const request = item === undefined ? null : draftOf(item.request)
    if (item === undefined || request === null) return []
    return [...secretsOf(variableScopes(request, item.context)), ...typedSecrets(request)]
  }

  /**
   * Stores the state of the run. If that fails the run continues, and later starts show the state stored
   * last.
   */
  async #keepInfo(): Promise<void> {
    try {
      await this.#parts.store.update(this.#info.runId, this.#info)
    } catch (error) {
      logFault('keeping how a run went', error)
    }
  }

  #fail(problem: DescribedProblem): void {
    this.#info = { ...this.#info, state: 'failed', current: null, problem }
    this.#notifyNow()
  }

  #change(change: Partial<RunInfo>): void {
    this.#info = { ...this.#info, ...change }
    this.#notifyTimer ??= setTimeout(() => this.#notifyNow(), notifyIntervalMs).unref()
  }

  #notifyNow(): void {
    if (this.#notifyTimer !== null) clearTimeout(this.#notifyTimer)
    this.#notifyTimer = null
    this.#parts.notify(this.#info)
  }
}

function runOptionsOf({ options, polled }: StartRun, data: readonly VariableScope[]): RunOptions {
  const { iterations, delayMs, stopsOnFailure, parallel, scriptsMayChangeOrder, keptBodies } = options
  return {
    ...defaultRunOptions,
    iterations,
    data,
    delayMs,
    stopsOnFailure,
    retries: { count: options.retries, waitMs: options.retryWaitMs },
    poll: { keys: new Set(polled), everyMs: options.pollEveryMs, forMs: options.pollForMs },
    parallel,
    scriptsMayChangeOrder,
    keptBodies,
  }
}

function chosenOf(items: readonly RunItem[], keys: readonly string[] | null): readonly RunItem[] {
  if (keys === null) return items
  const wanted = new Set(keys)
  return items.filter(item => wanted.has(item.key))
}

const nothingToRun: DescribedProblem = {
  sentence: 'There is no request to run.',
  nextStep: 'Add one, or tick one under Options.',
}

function problemOf(result: Result<unknown, DescribedProblem>): DescribedProblem {
  return result.ok ? nothingToRun : result.failure
}

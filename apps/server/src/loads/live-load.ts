import { describeLocked, type RunStore } from '@parley/appdata'
import {
  type EngineResult,
  type KeptLoad,
  keptLoadOf,
  LoadPoints,
  type LoadResult,
  type LoadShape,
  loadEngines,
  loadFolder,
  loadResultOf,
} from '@parley/codegen/load'
import {
  type LoadUploads,
  type LocustFault,
  loadFileBytes,
  mostSecondsHere,
  refusedHere,
  runLocust,
  secretValuesOf,
} from '@parley/interchange/load'
import { describeSendFailure, failed, ok, type Result } from '@parley/model'
import type { DescribedProblem, LoadDetails, LoadInfo, RunInfo, StartLoad } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import type { RunInProgress } from '../runs/run-in-progress.ts'
import { type PlannedLoad, refusedHereWords, withSteps } from './plan-load-test.ts'

/** The services that {@link LiveLoad} uses. */
export interface LiveLoadParts {
  readonly store: Pick<RunStore, 'begin' | 'update' | 'keepDocument'>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds of a clock that nobody sets. */
  readonly steadyNow: () => number
  readonly newUploads: () => LoadUploads
  plan(uploads: LoadUploads): Promise<Result<PlannedLoad, DescribedProblem>>
  /** Called with each change, about once a second. */
  notify(run: RunInfo): void
  /** Releases the bodies of earlier runs that were removed. */
  releaseBodies(handles: readonly string[]): Promise<void>
}

/** A load test that is ready to run. */
interface ReadyLoad {
  readonly planned: PlannedLoad
  readonly files: Parameters<typeof runLocust>[0]['files']
  readonly secrets: Readonly<Record<string, string>>
}

/** A small load test that runs here, from its start to its end. */
export class LiveLoad implements RunInProgress {
  readonly #parts: LiveLoadParts
  readonly #start: StartLoad
  readonly #shape: LoadShape
  readonly #cancel = new AbortController()
  readonly #points = new LoadPoints()
  #info: RunInfo & { readonly load: LoadInfo }
  #result: LoadResult | null = null
  /** When the first request was sent, by the steady clock; null: not yet. */
  #beganAt: number | null = null
  readonly kept = null
  readonly planned = []
  readonly ended: Promise<void>

  constructor(start: StartLoad, name: string, shape: LoadShape, parts: LiveLoadParts) {
    this.#parts = parts
    this.#start = start
    this.#shape = shape
    this.#info = infoOf(start, name, parts.now())
    this.ended = this.#run().catch(error => {
      // This is a bug. The page must not wait for ever, and the server continues.
      logFault('a load test', error)
      this.#fail({
        sentence: 'A bug in Parley stopped the load test.',
        nextStep: 'Look at Parley’s log, and report it.',
      })
    })
  }

  get info(): RunInfo {
    return this.#info
  }

  /** The figures so far. */
  get details(): LoadDetails {
    return detailsOf({ result: this.#result, points: this.#points.all })
  }

  cancel(): boolean {
    if (this.#info.state === 'ended' || this.#info.state === 'failed') return false
    this.#cancel.abort()
    return true
  }

  async #run(): Promise<void> {
    this.#parts.notify(this.#info)
    const ready = await this.#prepare()
    if (!ready.ok) return this.#fail(ready.failure)
    const { planned, files, secrets } = ready.value
    const requests = planned.plan.steps.length
    this.#change({ environmentName: planned.environmentName, requests, startedAt: this.#parts.now() })
    const begun = await this.#parts.store.begin({
      id: this.#info.runId,
      targetId: this.#info.targetId,
      summary: { ...this.#info, state: 'running' },
    })
    if (!begun.ok) return this.#fail(describeLocked(begun.failure))
    await this.#parts.releaseBodies(begun.value)
    this.#change({ state: 'running' })
    const ended = await runLocust({
      shape: this.#shape,
      files,
      env: this.#parts.env,
      secrets,
      signal: this.#cancel.signal,
      onFigures: figures => this.#receive(figures),
    })
    await this.#end(ended)
  }

  async #prepare(): Promise<Result<ReadyLoad, DescribedProblem>> {
    const uploads = this.#parts.newUploads()
    const planned = withSteps(await this.#parts.plan(uploads))
    if (!planned.ok) return planned
    const { plan, items } = planned.value
    const refused = refusedHere(plan, this.#shape, this.#start.host)
    if (refused !== null) return failed(refusedHereWords(refused))
    const secrets = secretValuesOf(plan, items)
    if (!secrets.ok)
      return failed({
        sentence: `The secret ${secrets.failure} has no value on this device.`,
        nextStep: 'Type it under Environments, or where it is defined.',
      })
    const files = await uploads.read()
    if (!files.ok) return failed(describeSendFailure(files.failure))
    const texts = loadFolder(loadEngines.locust, plan, this.#shape)
    return ok({
      planned: planned.value,
      files: [...texts.map(loadFileBytes), ...files.value],
      secrets: secrets.value,
    })
  }

  #receive(figures: EngineResult): void {
    // The engine itself takes seconds to start.
    this.#beganAt ??= this.#parts.steadyNow() - figures.seconds * 1000
    const elapsedMs = this.#elapsedMs()
    this.#points.add(figures, elapsedMs / 1000)
    this.#result = this.#resultOf(figures, 'completed')
    const { histogram: _, ...total } = this.#result.total
    this.#change({ load: { ...this.#info.load, total, elapsedMs } })
  }

  #elapsedMs(): number {
    return this.#beganAt === null ? 0 : Math.round(this.#parts.steadyNow() - this.#beganAt)
  }

  async #end(ended: Result<EngineResult, LocustFault>): Promise<void> {
    const state = this.#cancel.signal.aborted ? 'cancelled' : 'completed'
    if (ended.ok) this.#receive(ended.value)
    const result = ended.ok ? this.#resultOf(ended.value, state) : null
    this.#result = result
    const isPassed = result?.isPassed === true
    const load = { ...this.#info.load, elapsedMs: this.#elapsedMs(), ending: { state, isPassed } as const }
    // A test that is stopped before its first request has no result.
    const isStopped = !ended.ok && ended.failure.kind === 'noResult' && state === 'cancelled'
    const problem = ended.ok || isStopped ? null : faultWords(ended.failure)
    this.#info = { ...this.#info, state: 'ended', load, problem }
    await this.#keep(result)
    this.#parts.notify(this.#info)
  }

  /** Stores the figures. If that fails, they are shown until Parley ends. */
  async #keep(result: LoadResult | null): Promise<void> {
    const { store } = this.#parts
    const { runId } = this.#info
    try {
      if (result !== null) await store.keepDocument(runId, keptLoadOf({ result, points: this.#points.all }))
      await store.update(runId, this.#info)
    } catch (error) {
      logFault('keeping a load test', error)
    }
  }

  #resultOf(figures: EngineResult, state: LoadResult['state']): LoadResult {
    const { name, startedAt } = this.#info
    return loadResultOf(figures, { name, engine: loadEngines.locust.label, startedAt, state }, this.#shape)
  }

  #fail(problem: DescribedProblem): void {
    this.#change({ state: 'failed', problem })
  }

  #change(change: Partial<RunInfo & { readonly load: LoadInfo }>): void {
    this.#info = { ...this.#info, ...change }
    this.#parts.notify(this.#info)
  }
}

/** Returns the figures of a load test by request, as windows get them. */
export function detailsOf({
  result,
  points,
}: Pick<KeptLoad, 'points'> & { readonly result: LoadResult | null }): LoadDetails {
  const requests = (result?.requests ?? []).map(({ histogram: _, ...figures }) => figures)
  return { requests, errors: result?.errors ?? [], thresholds: result?.thresholds ?? [], points }
}

function infoOf(
  { runId, targetId, shape, data }: StartLoad,
  name: string,
  now: number,
): RunInfo & { readonly load: LoadInfo } {
  const { users, requestsPerSecond, rampSeconds, seconds, iterations } = shape
  return {
    runId,
    targetId,
    name,
    state: 'preparing',
    startedAt: now,
    environmentName: null,
    options: noRunOptions,
    dataName: data?.name ?? null,
    requests: 0,
    summary: null,
    totalRows: 0,
    current: null,
    problem: null,
    notes: [],
    load: {
      engine: loadEngines.locust.label,
      users,
      requestsPerSecond,
      plannedSeconds: iterations === null ? rampSeconds + seconds : mostSecondsHere,
      iterations,
      total: null,
      elapsedMs: 0,
      ending: null,
    },
  }
}

/** Runs have options that load tests lack. */
const noRunOptions: RunInfo['options'] = {
  iterations: 1,
  delayMs: 0,
  stopsOnFailure: false,
  retries: 0,
  retryWaitMs: 0,
  pollEveryMs: 0,
  pollForMs: 0,
  parallel: 1,
  scriptsMayChangeOrder: false,
  keptBodies: 'none',
}

function faultWords(fault: LocustFault): DescribedProblem {
  switch (fault.kind) {
    case 'unwritten':
      return {
        sentence: `The folder of the load test cannot be written (${fault.code}).`,
        nextStep: 'Free some space on the disk, or check the folder for temporary files.',
      }
    case 'notInstalled':
      return {
        sentence: 'Locust is not installed.',
        nextStep: 'Install it with pip install locust, or export the load test.',
      }
    case 'noResult':
      return {
        sentence: `Locust ended without a result.${fault.output === '' ? '' : ` ${fault.output}`}`,
        nextStep: 'Export the load test, and run it as its README says.',
      }
  }
}

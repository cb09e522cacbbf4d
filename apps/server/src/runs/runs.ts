import {
  type AppData,
  describeLocked,
  type FileBodyStore,
  type KeptResult,
  type Locked,
  runPieceSize,
  type SettingsFile,
} from '@parley/appdata'
import {
  type RunHost,
  type RunResult,
  type SecretTransfer,
  shownDataRow,
  type WithheldValue,
} from '@parley/engine'
import { failed, ok, type Result } from '@parley/model'
import { createCookieJar, waitUnlessAborted } from '@parley/transport'
import type { BodyTexts } from '../bodies/body-texts.ts'
import type { ReceivedResponse } from '../bodies/received-response.ts'
import type {
  RunInfo,
  RunList,
  RunPlanItem,
  RunRows,
  RunWindowEvent,
  StartRun,
  WindowEvent,
} from '../contract/index.ts'
import type { Library } from '../library/library.ts'
import { logFault } from '../log-fault.ts'
import type { PickedFiles } from '../picked-files/picked-files.ts'
import type { Scripting } from '../scripting.ts'
import type { SecretQuestions } from '../sends/secret-questions.ts'
import type { HostPorts } from '../sends/send-ports.ts'
import { sendSettingsOf } from '../sends/send-settings-of.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { LiveRun } from './live-run.ts'
import { planItemOf, planRun } from './plan-run.ts'
import type { RunInProgress } from './run-in-progress.ts'
import { loadReportOf, type RunReport, type RunReportFormat, reportOf } from './run-report.ts'
import { readResult, readRows, responseOf, withHandle } from './stored-results.ts'

export interface RunsOptions {
  readonly appData: Pick<AppData, 'runs'>
  readonly bodies: FileBodyStore
  readonly bodyTexts: BodyTexts
  readonly library: Library
  readonly scripting: Scripting
  readonly settings: SettingsFile
  readonly pickedFiles: PickedFiles
  readonly ports: HostPorts
  /** The windows to notify and to ask. */
  readonly windows: WindowEvents
  readonly secretQuestions: SecretQuestions
}

/** The data row of a result, and where it comes from. */
export interface ReadDataRow {
  readonly requestId: string
  /** From 0. */
  readonly iteration: number
  readonly dataName: string
  readonly data: NonNullable<RunResult['data']>
}

/** How many ended runs are reported to windows that open later. */
const rememberedRuns = 20

/** The runs of collections, folders and requests (behaviour 4.10): the engine's runner with the ports of sends. */
export class Runs {
  readonly #options: RunsOptions
  /** Running runs, and the latest ended ones. */
  readonly #live = new Map<string, RunInProgress>()
  /** The bodies of results that were read, by their handles. */
  readonly #opened = new Map<string, ReceivedResponse>()
  /** Aborts the questions to a window that can no longer answer them. */
  readonly #lostWindows = new Map<string, AbortController>()
  #isClosed = false

  constructor(options: RunsOptions) {
    this.#options = options
    options.windows.addCurrentState(() => this.#events)
    options.windows.onWindowLost(windowId => this.#releaseWindow(windowId))
  }

  /** The states of all runs. */
  get #events(): readonly RunWindowEvent[] {
    return this.latest.map(run => ({ type: 'run', run }))
  }

  /** Notifies a window of what a run of a target would send. */
  plan(windowId: string, targetId: string): void {
    void this.#plan(targetId)
      .catch(error => {
        logFault('planning a run', error)
        return failed({
          sentence: 'A bug in Parley stopped the run.',
          nextStep: 'Look at Parley’s log, and report it.',
        })
      })
      .then(planned => {
        const plan = planned.ok
          ? ({ state: 'read', items: planned.value.items.map(planItemOf) } as const)
          : ({ state: 'failed', ...planned.failure } as const)
        this.#options.windows.publish(windowId, { type: 'runPlan', targetId, plan })
      })
  }

  /** Starts a run and returns at once. Returns false if the ID was used before. */
  start(start: StartRun): boolean {
    const { appData, bodies, ports, library, windows } = this.#options
    const make = () =>
      new LiveRun(start, this.#nameOf(start.targetId), {
        store: appData.runs,
        bodies,
        now: () => ports.clock.now(),
        plan: targetId => this.#plan(targetId),
        hostFor: run => this.#hostFor(run, start.targetId),
        explainOutcome: (event, { collectionId }) => {
          const { result } = event
          const outcome =
            result.outcome === null ? null : library.explainOutcome(result.outcome, collectionId)
          return { ...event, result: { ...result, outcome } }
        },
        notify: run => windows.publishToAll({ type: 'run', run } satisfies WindowEvent),
        releaseBodies: handles => this.releaseBodies(handles),
      })
    return this.add(start.runId, make)
  }

  /** Begins a run, which is from then on listed, cancelled and removed with the others. Returns false if the ID was used before. */
  add(runId: string, begin: () => RunInProgress): boolean {
    if (this.#isClosed || this.#live.has(runId)) return false
    this.#live.set(runId, begin())
    this.#forgetEnded()
    return true
  }

  /** The runs in progress, and the latest that ended. */
  get latest(): readonly RunInfo[] {
    return [...this.#live.values()].map(({ info }) => info)
  }

  /** Returns false if the run had already ended. */
  cancel(runId: string): boolean {
    return this.#live.get(runId)?.cancel() ?? false
  }

  /** Lists the runs of a target, newest first. */
  async list(targetId: string): Promise<RunList> {
    const kept = await this.#options.appData.runs.list<RunInfo>(targetId)
    if (!kept.ok) return { runs: [], locked: describeLocked(kept.failure) }
    return { runs: kept.value.map(({ summary }) => this.#present(summary)), locked: null }
  }

  /** Returns what a run in progress sends in each iteration. */
  planned(runId: string): readonly RunPlanItem[] {
    return this.#live.get(runId)?.planned.map(planItemOf) ?? []
  }

  /** Returns null if there is no such run. */
  async readRows(runId: string, from: number, limit: number): Promise<Result<RunRows | null, Locked>> {
    const live = this.#live.get(runId)?.kept
    if (live === null) return ok({ rows: [], totalRows: 0 })
    if (live !== undefined) {
      const rows = await live.rows(from, limit)
      return rows.ok ? ok({ rows: rows.value, totalRows: live.count }) : rows
    }
    const run = await this.#kept(runId)
    if (!run.ok || run.value === null) return run.ok ? ok(null) : run
    const { totalRows } = run.value
    const rows = await readRows(this.#options.appData.runs, runId, { from, limit, end: totalRows })
    return rows.ok ? ok({ rows: rows.value, totalRows }) : rows
  }

  /** Returns a result; null if it is not stored. From then on its body can be read by its handle. */
  async readResult(runId: string, index: number): Promise<Result<KeptResult | null, Locked>> {
    const read = await this.#result(runId, index)
    if (!read.ok || read.value === null) return read
    // Windows get no secrets.
    const { secrets: _, result, ...rest } = read.value
    const data = result.data === undefined ? {} : { data: shownDataRow(result.data) }
    return ok(await this.#withBody({ ...rest, result: { ...result, ...data } }))
  }

  /** Returns the data row that a request of a run was sent with, as it is; null if it is not stored, or there is none. */
  async readDataRow(runId: string, index: number): Promise<Result<ReadDataRow | null, Locked>> {
    const read = await this.#result(runId, index)
    if (!read.ok || read.value === null) return read.ok ? ok(null) : read
    const { id, iteration, data } = read.value.result
    const run = await this.#kept(runId)
    if (!run.ok || run.value === null || data === undefined) return run.ok ? ok(null) : run
    return ok({ requestId: id, iteration, dataName: run.value.dataName ?? '', data })
  }

  /** Returns the secrets that the request of a result had, which its response may repeat. */
  async secretsOfResult(runId: string, index: number): Promise<readonly WithheldValue[]> {
    const read = await this.#result(runId, index)
    return read.ok ? (read.value?.secrets ?? []) : []
  }

  /** Returns the report of a run as a file; null if there is no such run. */
  async report(runId: string, format: RunReportFormat): Promise<Result<RunReport | null, Locked>> {
    const live = this.#live.get(runId)
    const run = live === undefined ? await this.#kept(runId) : ok(live.info)
    if (!run.ok || run.value === null) return run.ok ? ok(null) : run
    const info = run.value
    if (info.load !== undefined) return loadReportOf(info, format, this.#options.appData.runs)
    return reportOf(info, format, this.#allResults(runId, info.totalRows))
  }

  async remove(runId: string): Promise<void> {
    const live = this.#live.get(runId)
    live?.cancel()
    await live?.ended
    this.#live.delete(runId)
    await this.releaseBodies(await this.#options.appData.runs.remove([runId]))
  }

  /** Returns the response of a body; null if the body is of no result that was read. */
  received(handle: string): ReceivedResponse | null {
    return this.#opened.get(handle) ?? null
  }

  /**
   * Handles the end of a window: its questions are answered with no, and when the last window is gone runs
   * end.
   */
  #releaseWindow(windowId: string): void {
    this.#lostWindows.get(windowId)?.abort()
    this.#lostWindows.delete(windowId)
    if (this.#options.windows.findOpenWindow('') === null) this.cancelAll()
  }

  cancelAll(): void {
    for (const live of this.#live.values()) live.cancel()
  }

  /** Ends all runs and stores their results. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.cancelAll()
    await Promise.all([...this.#live.values()].map(({ ended }) => ended))
  }

  /** Reads a result; null if there is none. */
  async #result(runId: string, index: number): Promise<Result<KeptResult | null, Locked>> {
    const live = this.#live.get(runId)
    if (live !== undefined) return live.kept === null ? ok(null) : live.kept.result(index)
    const run = await this.#kept(runId)
    if (!run.ok || run.value?.load !== undefined) return run.ok ? ok(null) : run
    return readResult(this.#options.appData.runs, runId, index)
  }

  #plan(targetId: string): ReturnType<typeof planRun> {
    const { library, settings } = this.#options
    return planRun(library, targetId, sendSettingsOf(settings.current))
  }

  #nameOf(targetId: string): string {
    const path = this.#options.library.pathOf(targetId) ?? ''
    return path.slice(path.lastIndexOf('/') + 1)
  }

  /** Shows a run that was still running when an earlier server ended as cancelled. */
  #present(info: RunInfo): RunInfo {
    const live = this.#live.get(info.runId)
    if (live !== undefined) return live.info
    if (info.state !== 'running') return info
    const summary = info.summary === null ? null : { ...info.summary, state: 'cancelled' as const }
    const { load } = info
    const ended = load && { load: { ...load, ending: { state: 'cancelled', isPassed: false } as const } }
    return { ...info, state: 'ended', summary, current: null, ...ended }
  }

  async #kept(runId: string): Promise<Result<RunInfo | null, Locked>> {
    const read = await this.#options.appData.runs.read<RunInfo>(runId)
    return read.ok ? ok(read.value === null ? null : this.#present(read.value.summary)) : read
  }

  async *#allResults(
    runId: string,
    totalRows: number,
  ): AsyncGenerator<Result<readonly KeptResult[], Locked>> {
    const waiting = this.#live.get(runId)?.kept?.waiting ?? []
    const written = totalRows - waiting.length
    for (let piece = 0; piece * runPieceSize < written; piece += 1)
      yield await this.#options.appData.runs.results(runId, piece)
    yield ok(waiting)
  }

  async #withBody(kept: KeptResult): Promise<KeptResult> {
    const response = responseOf(kept.result)
    const handle = response?.content.handle ?? ''
    if (response === null || handle === '' || this.#opened.has(handle)) return kept
    const { appData, bodies } = this.#options
    if (!(await appData.runs.hasBody(handle)))
      return { result: withHandle(kept.result, ''), missingBody: 'lost' }
    await bodies.adopt(appData.runs.bodiesFolder, handle)
    this.#opened.set(handle, { response, targetUri: kept.result.url, isGrowing: false })
    return kept
  }

  #hostFor(run: LiveRun, targetId: string): RunHost {
    const { ports, pickedFiles, scripting, bodies, library } = this.#options
    const { transport } = ports
    const files = pickedFiles.filesOf(run.windowId)
    return {
      ports: {
        ...ports,
        secretHosts: {
          mayReceive: (transfer, signal) => this.#mayReceive(run.windowId, transfer, signal),
        },
      },
      portsOf: () => ({ files, transport }),
      definitionFilesOf: () => library.definitionFilesOf(targetId),
      newSession: () => scripting.runSession(createCookieJar()),
      releaseBody: handle => bodies.release(handle),
      wait: waitUnlessAborted,
      async compileCondition(condition) {
        const { compileJsonCondition } = await import('@parley/engine/json-query')
        return compileJsonCondition(condition)
      },
      async loadWebSocketFraming() {
        const { webSocketFraming } = await import('@parley/transport/websocket')
        return webSocketFraming
      },
    }
  }

  /** Asks the window of the run, or another one if that is gone. The answer is no if there is no window. */
  async #mayReceive(runWindowId: string, transfer: SecretTransfer, signal: AbortSignal): Promise<boolean> {
    const windowId = this.#options.windows.findOpenWindow(runWindowId)
    if (windowId === null) return false
    const gone = this.#lostWindows.get(windowId) ?? new AbortController()
    this.#lostWindows.set(windowId, gone)
    const either = AbortSignal.any([signal, gone.signal])
    return this.#options.secretQuestions.portsOf({ windowId }).secretHosts.mayReceive(transfer, either)
  }

  #forgetEnded(): void {
    const ended = [...this.#live.values()].filter(({ info }) => isOver(info))
    for (const { info } of ended.slice(0, -rememberedRuns)) this.#live.delete(info.runId)
  }

  /** Releases the bodies of runs that were removed. */
  async releaseBodies(handles: readonly string[]): Promise<void> {
    for (const handle of handles)
      if (this.#opened.delete(handle)) await this.#options.bodyTexts.release(handle)
  }
}

function isOver({ state }: RunInfo): boolean {
  return state === 'ended' || state === 'failed'
}

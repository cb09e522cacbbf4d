import type { HttpRequest, TestReport } from '@parley/model'
import { noTests } from '../after/run-post-response-scripts.ts'
import type { RunResult, RunSummary } from './run-events.ts'
import type { RunItem } from './run-item.ts'
import type { RunOptions } from './run-options.ts'
import type { OrderChange, RunHost, RunListener, RunSession } from './run-session.ts'
import { type RunPlace, type RunSend, sendRunItem } from './send-run-item.ts'
import { sentInRuns } from './sent-in-runs.ts'
import { emptySummary, summaryWith } from './summarize-run.ts'

/**
 * Runs a collection (behaviour 4.10): sends its requests in order, iteration after iteration, with
 * `executeRequest`. It reports each result and keeps none, so the length of a run does not cost memory. Every
 * outcome is data, including Cancel, which immediately ends the current request and the run.
 */
export function runCollection(
  items: readonly RunItem[],
  options: RunOptions,
  host: RunHost,
  listener: RunListener,
  signal: AbortSignal,
): Promise<RunSummary> {
  return new CollectionRun(items, options, host, listener, signal).run()
}

/** The number of jumps that scripts may make in one iteration; more of them are an endless loop. */
const maximumJumps = 10_000
const maximumRetryWaitMs = 30_000

type StopState = Exclude<RunSummary['state'], 'running' | 'completed'>

class CollectionRun {
  readonly #items: readonly RunItem[]
  readonly #options: RunOptions
  readonly #host: RunHost
  readonly #listener: RunListener
  readonly #signal: AbortSignal
  readonly #begunAt: number
  #summary: RunSummary
  #nextIteration = 0
  #stopped: StopState | null = null
  #reporting: Promise<void> = Promise.resolve()

  constructor(
    items: readonly RunItem[],
    options: RunOptions,
    host: RunHost,
    listener: RunListener,
    signal: AbortSignal,
  ) {
    this.#items = items
    this.#options = options
    this.#host = host
    this.#listener = listener
    this.#signal = signal
    this.#begunAt = host.ports.clock.monotonic()
    this.#summary = emptySummary(host.ports.clock.now(), options.iterations)
  }

  async run(): Promise<RunSummary> {
    const { iterations, parallel } = this.#options
    const { startedAt } = this.#summary
    await this.#report({ type: 'runStarted', startedAt, iterations, requests: this.#items.length })
    const lanes = Math.max(1, Math.min(parallel, iterations))
    // Parallel iterations would otherwise overwrite each other's values at random.
    const shared = lanes === 1 ? this.#host.newSession() : null
    await Promise.all(Array.from({ length: lanes }, () => this.#lane(shared)))
    const state = this.#signal.aborted ? 'cancelled' : (this.#stopped ?? 'completed')
    this.#summary = { ...this.#summary, state, elapsedMs: this.#elapsedMs() }
    await this.#report({ type: 'runEnded', summary: this.#summary })
    return this.#summary
  }

  get #isOver(): boolean {
    return this.#stopped !== null || this.#signal.aborted
  }

  async #lane(shared: RunSession | null): Promise<void> {
    let isFirst = true
    while (!this.#isOver && this.#nextIteration < this.#options.iterations) {
      const index = this.#nextIteration
      this.#nextIteration += 1
      await this.#iterate(index, shared ?? this.#host.newSession(), isFirst)
      isFirst = false
    }
  }

  async #iterate(index: number, session: RunSession, isFirst: boolean): Promise<void> {
    const { iterations, data, delayMs, scriptsMayChangeOrder, failsOnStatus, traceId } = this.#options
    const row = data[Math.min(index, data.length - 1)]
    const place: RunPlace = {
      host: this.#host,
      session,
      iteration: { index, count: iterations },
      // Of a row of a long file name and values are read here, once for all requests of the iteration.
      data: row === undefined ? null : { ...row, name: row.name, values: row.values },
      scriptsMayChangeOrder,
      failsOnStatus,
      traceId,
      signal: this.#signal,
    }
    let jumps = 0
    let isDelayed = !isFirst
    for (let at = 0; at < this.#items.length && !this.#isOver; ) {
      const item = this.#items[at]
      if (item === undefined) return
      if (delayMs > 0 && isDelayed) await this.#host.wait(delayMs, this.#signal)
      if (this.#isOver) return
      isDelayed = true
      const next = await this.#runItem(item, place, at, jumps)
      if (next !== at + 1) jumps += 1
      at = next
    }
  }

  /** Resolves to the position of the next request. */
  async #runItem(item: RunItem, place: RunPlace, at: number, jumps: number): Promise<number> {
    const { key, request } = item
    const startedAt = this.#host.ports.clock.now()
    await this.#report({ type: 'requestStarted', iteration: place.iteration.index, key, name: request.name })
    const http = sentInRuns(request)
    const { send, sends } =
      http === null
        ? { send: skippedLiveStream(item), sends: 0 }
        : await this.#sendUntilDone(item, http, place)
    const { next, fault } = this.#nextAfter(send.order, at, jumps)
    const status = fault !== null && send.status === 'passed' ? 'failed' : send.status
    const result: Omit<RunResult, 'index'> = {
      iteration: place.iteration.index,
      key,
      id: item.id,
      name: request.name,
      path: item.path,
      ...(request.kind === 'http' ? {} : { kind: request.kind }),
      method: send.method,
      url: send.url,
      status,
      skipped: send.skipped,
      sends,
      startedAt,
      outcome: status === 'skipped' ? null : send.outcome,
      tests: fault === null ? send.tests : withFault(send.tests, fault),
      ...(send.trace === undefined ? {} : { trace: send.trace }),
      sessionChanges: send.sessionChanges,
      ...(send.data === undefined ? {} : { data: send.data }),
    }
    const isFailure = status === 'failed' || status === 'error'
    if (send.order.some(change => change.kind === 'stop')) this.#stopped ??= 'stoppedByScript'
    if (isFailure && this.#options.stopsOnFailure) this.#stopped ??= 'stoppedOnFailure'
    const { keptBodies } = this.#options
    const isKept = status !== 'skipped' && (keptBodies === 'all' || (keptBodies === 'failed' && isFailure))
    if (!isKept) await this.#releaseBody(send)
    await this.#reportEnded(result)
    return next
  }

  /** Sends a request, with retries and polls; the last send counts. */
  async #sendUntilDone(
    item: RunItem,
    http: HttpRequest,
    place: RunPlace,
  ): Promise<{ send: RunSend; sends: number }> {
    const { retries, poll } = this.#options
    const isPolled = poll?.keys.has(item.key) === true
    const until = this.#host.ports.clock.monotonic() + (poll?.forMs ?? 0)
    for (let sends = 1; ; sends += 1) {
      const send = await sendRunItem(item, http, place)
      const isDone = (send.status !== 'failed' && send.status !== 'error') || this.#isOver
      const waitMs = isPolled ? poll.everyMs : Math.min(retries.waitMs * 2 ** (sends - 1), maximumRetryWaitMs)
      const isLast = isPolled ? this.#host.ports.clock.monotonic() + waitMs > until : sends > retries.count
      if (isDone || isLast) return { send, sends }
      await this.#releaseBody(send)
      await this.#host.wait(waitMs, this.#signal)
      if (this.#signal.aborted) return { send: { ...send, bodyHandle: '' }, sends }
    }
  }

  #nextAfter(
    order: readonly OrderChange[],
    at: number,
    jumps: number,
  ): { readonly next: number; readonly fault: string | null } {
    const asked = order.findLast(change => change.kind === 'next')
    if (asked === undefined) return { next: at + 1, fault: null }
    const end = this.#items.length
    if (asked.requestName === null) return { next: end, fault: null }
    if (jumps >= maximumJumps)
      return {
        next: end,
        fault: `Scripts changed the order ${maximumJumps} times, so the iteration was ended`,
      }
    const name = asked.requestName
    const next = this.#items.findIndex(item => item.request.name === name || item.id === name)
    return next === -1
      ? { next: end, fault: `There is no request named "${name}" in this run` }
      : { next, fault: null }
  }

  async #releaseBody({ bodyHandle }: RunSend): Promise<void> {
    if (bodyHandle !== '') await this.#host.releaseBody(bodyHandle)
  }

  #reportEnded(result: Omit<RunResult, 'index'>): Promise<void> {
    const whole: RunResult = { ...result, index: this.#summary.requests }
    this.#summary = { ...summaryWith(this.#summary, whole), elapsedMs: this.#elapsedMs() }
    return this.#report({ type: 'requestEnded', result: whole, summary: this.#summary })
  }

  /** Reports events one after another, also in parallel iterations. */
  #report(event: Parameters<RunListener>[0]): Promise<void> {
    this.#reporting = this.#reporting.then(() => this.#listener(event))
    return this.#reporting
  }

  #elapsedMs(): number {
    return this.#host.ports.clock.monotonic() - this.#begunAt
  }
}

/** Adds an error in the order that scripts asked for to the script errors. */
function withFault(tests: TestReport, message: string): TestReport {
  const error = { message, owner: 'request', phase: 'postResponse', line: null, column: null } as const
  return { ...tests, scriptErrors: [...tests.scriptErrors, error] }
}

/** Returns the result of a request of a kind that runs do not send. */
function skippedLiveStream({ request }: RunItem): RunSend {
  return {
    status: 'skipped',
    skipped: 'LIVE_STREAM',
    outcome: null,
    tests: noTests,
    sessionChanges: [],
    method: 'method' in request && 'headers' in request ? request.method : '',
    url: request.url,
    order: [],
    bodyHandle: '',
  }
}

import { scriptLimits } from '../shared/script-limits.ts'
import { HostOperations } from './host-operations.ts'
import { RefusedCall, RunLedger, refuseForbiddenHeader } from './run-ledger.ts'
import type { HostAnswer, SandboxVm, Thrown } from './sandbox-vm.ts'
import { absoluteMs, ScriptClock, threadTimes } from './script-clock.ts'
import {
  type RequestAnswer,
  type RequestedSend,
  type RunControl,
  type ScriptFault,
  type ScriptJob,
  type ScriptResult,
  type ScriptVerdict,
  stoppedResult,
  type VariableChange,
} from './worker-protocol.ts'

/** The prelude's entry points, in its order. */
const entryPoint = {
  start: 0,
  fail: 1,
  openTests: 2,
  reportLastTests: 3,
  timerIsDue: 4,
  deliverAnswer: 5,
  runDeclared: 6,
} as const

/** The services of the thread for a run. */
export interface RunSurroundings {
  send(id: number, request: RequestedSend, changes: readonly VariableChange[]): void
  /** Blocks until the body has arrived; null if it is not available. */
  readBody(): Uint8Array | null
  /** Called when the script begins to wait for nothing but its timers, and when it continues. */
  sleep(isSleeping: boolean): void
  finish(result: ScriptResult): void
}

/** Used if an error cannot even be described. */
const undescribed: ScriptFault = {
  message: 'The script crashed its sandbox',
  line: null,
  column: null,
}

/** Runs one script from start to result, in a sandbox that is discarded afterwards. */
export class ScriptRun {
  readonly #vm: SandboxVm
  readonly #job: ScriptJob
  readonly #control: RunControl
  readonly #surroundings: RunSurroundings
  readonly #ledger: RunLedger
  readonly #operations: HostOperations
  readonly #clock: ScriptClock
  readonly #timers = new Map<number, NodeJS.Timeout>()
  /** The timers of tests that are not waited for. */
  readonly #unwaited = new Set<number>()
  readonly #openSends = new Set<number>()
  readonly #bodies = new Map<number, { readonly bytes: Uint8Array; readonly charset: string }>()
  #sends = 0
  #fault: ScriptFault | null = null
  /** Why the script was stopped permanently, even if it continued afterwards. */
  #stopFault: ScriptFault | null = null
  #skipsRequest = false
  #idleTimer: NodeJS.Timeout | null = null
  #isSleeping = false
  #isFinished = false

  constructor(vm: SandboxVm, job: ScriptJob, control: RunControl, surroundings: RunSurroundings) {
    this.#vm = vm
    this.#job = job
    this.#control = control
    this.#surroundings = surroundings
    this.#ledger = new RunLedger(job)
    this.#clock = new ScriptClock(job.budget, threadTimes)
    this.#operations = new HostOperations(this.#ledger, {
      send: (id, request) => this.#send(id, request),
      startTimer: (id, delayMs, isUnwaited) => this.#startTimer(id, delayMs, isUnwaited),
      stopTimer: id => this.#stopTimer(id),
      body: id => this.#body(id),
      fail: fault => {
        this.#fault ??= this.#asTyped(fault)
      },
      stop: fault => {
        this.#stopFault ??= this.#asTyped(fault)
      },
      skip: () => {
        if (this.#job.phase !== 'preRequest') throw new RefusedCall('The request has been sent already')
        this.#skipsRequest = true
      },
      isStopped: () => this.#isEnded(),
    })
  }

  begin(): void {
    this.#vm.attach({
      answer: (operation, json) => this.#operations.answer(operation, json),
      shouldStop: () => this.#mustStop(),
      shouldStopAtOnce: () => this.#isCancelled() || this.#isEnded(),
    })
    const { viewJson, source, declared } = this.#job
    this.#enter(
      () =>
        this.#vm.call(entryPoint.start, viewJson) ??
        (declared === undefined
          ? this.#vm.begin(source)
          : this.#vm.call(entryPoint.runDeclared, JSON.stringify(declared))),
    )
  }

  /** Delivers the response to one of the script's own requests. */
  deliver(id: number, answer: RequestAnswer): void {
    if (!this.#openSends.delete(id)) return
    if (!answer.ok && answer.stopsScript) {
      this.#stopFault ??= { message: answer.message, line: null, column: null }
      this.#continue()
      return
    }
    this.#enter(() => this.#vm.call(entryPoint.deliverAnswer, id, answer.ok, this.#answerText(id, answer)))
  }

  #answerText(id: number, answer: RequestAnswer): string {
    if (!answer.ok) return answer.message
    const { ok: _ok, body, charset, ...head } = answer
    this.#bodies.set(id, { bytes: body, charset })
    return JSON.stringify({ ...head, bodyId: id })
  }

  #asTyped(fault: ScriptFault): ScriptFault {
    if (fault.line !== 1 || fault.column === null) return fault
    return { ...fault, column: fault.column - this.#vm.firstLineShift }
  }

  cancel(): void {
    this.#finish('cancelled')
  }

  /** Runs a piece of the script and all immediate consequences. */
  #enter(run: () => Thrown | null): void {
    if (this.#isFinished) return
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer)
    this.#sleep(false)
    this.#setDeadline(this.#clock.enter('running'))
    const thrown = run() ?? this.#vm.drainJobs()
    if (thrown !== null && !this.#isEnded() && !this.#isStopped()) this.#describe(thrown)
    this.#continue()
  }

  #continue(): void {
    const verdict = this.#verdict()
    if (verdict === null) this.#wait()
    else this.#finish(verdict)
  }

  /** Returns null if the script is not finished. */
  #verdict(): ScriptVerdict | null {
    if (this.#isStopped()) return this.#stopVerdict()
    if (this.#stopFault !== null) {
      this.#fault = this.#stopFault
      return 'failed'
    }
    if (this.#skipsRequest) return 'completed'
    if (this.#vm.mainState === 'rejected') {
      this.#vm.failWithMain(entryPoint.fail)
      this.#fault ??= undescribed
      if (this.#isStopped()) return this.#stopVerdict()
    }
    if (this.#fault !== null) return this.#failedVerdict()
    const openTests = this.#vm.ask(entryPoint.openTests)
    if (this.#openSends.size > 0 || this.#timers.size > this.#unwaited.size) return null
    if (openTests !== 0 || this.#vm.mainState === 'pending')
      // What is waited for may depend on a timer of a test that is not.
      return this.#timers.size > 0 ? null : 'neverFinished'
    this.#reportLast()
    if (this.#isStopped()) return this.#stopVerdict()
    return this.#fault === null ? 'completed' : 'failed'
  }

  #failedVerdict(): ScriptVerdict {
    this.#vm.call(entryPoint.reportLastTests)
    return this.#isStopped() ? this.#stopVerdict() : 'failed'
  }

  #stopVerdict(): ScriptVerdict {
    return this.#isCancelled() ? 'cancelled' : 'timeout'
  }

  /** Waits for a timer or a response. */
  #wait(): void {
    const isSleeping = this.#openSends.size === 0
    const deadline = this.#clock.enter(isSleeping ? 'idle' : 'requesting')
    this.#setDeadline(deadline)
    this.#sleep(isSleeping)
    this.#idleTimer = setTimeout(() => this.#finish('timeout'), Math.max(0, deadline - absoluteMs()))
  }

  #sleep(isSleeping: boolean): void {
    if (this.#isSleeping === isSleeping) return
    this.#isSleeping = isSleeping
    this.#surroundings.sleep(isSleeping)
  }

  /** Reports what is known only after the script has ended. */
  #reportLast(): void {
    const unhandled = this.#vm.unhandledRejection()
    if (unhandled !== null) this.#vm.failWith(entryPoint.fail, unhandled)
    const thrown = this.#vm.call(entryPoint.reportLastTests)
    if (thrown !== null) this.#describe(thrown)
  }

  #describe(thrown: Thrown): void {
    if (thrown.kind === 'value') this.#vm.failWith(entryPoint.fail, thrown.handle)
    this.#fault ??= undescribed
  }

  #finish(verdict: ScriptVerdict): void {
    if (this.#isFinished) return
    this.#isFinished = true
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer)
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#surroundings.finish(this.#result(verdict))
  }

  #result(verdict: ScriptVerdict): ScriptResult {
    const { tests, changes, edits, url, responseBody, order, console, notes, isStatusRead } = this.#ledger
    if (this.#fault?.message.endsWith('out of memory') === true)
      return stoppedResult('outOfMemory', 0, console)
    if (verdict !== 'completed' && verdict !== 'failed')
      return stoppedResult(verdict, this.#clock.budgetMs, console)
    const kept = { tests, changes, edits, url, responseBody, order, console, notes, isStatusRead }
    return { verdict, fault: this.#fault, ...kept, skipsRequest: this.#skipsRequest, stoppedAfterMs: 0 }
  }

  #send(id: number, request: RequestedSend): void {
    if (this.#job.phase !== 'preRequest')
      throw new RefusedCall('sendRequest is not available in this context')
    if (this.#sends >= scriptLimits.requests)
      // Scripts may catch this error (behaviour, 6th sendRequest).
      throw new RefusedCall(`A script can make at most ${scriptLimits.requests} requests`)
    if (this.#openSends.has(id) || this.#bodies.has(id))
      throw new RefusedCall('The request has been sent already')
    for (const { name } of request.headers) refuseForbiddenHeader(name)
    this.#sends += 1
    this.#openSends.add(id)
    this.#surroundings.send(id, request, [...this.#ledger.changes])
  }

  #startTimer(id: number, delayMs: number, isUnwaited: boolean): void {
    if (this.#timers.size >= scriptLimits.timers)
      throw new RefusedCall(`A script can have at most ${scriptLimits.timers} timers`)
    this.#stopTimer(id)
    const due = () => {
      this.#forgetTimer(id)
      this.#enter(() => this.#vm.call(entryPoint.timerIsDue, id))
    }
    this.#timers.set(id, setTimeout(due, Math.max(0, delayMs)))
    if (isUnwaited) this.#unwaited.add(id)
  }

  #stopTimer(id: number): void {
    clearTimeout(this.#timers.get(id))
    this.#forgetTimer(id)
  }

  #forgetTimer(id: number): void {
    this.#timers.delete(id)
    this.#unwaited.delete(id)
  }

  /** Returns a body: 0 is the response under test, others are responses to the script's own requests. */
  #body(id: number): HostAnswer {
    const body = this.#bodies.get(id) ?? (id === 0 ? this.#mainBody() : undefined)
    if (body === undefined) throw new RefusedCall('The body is not there, or too large for a script')
    this.#vm.makeRoomFor(Math.max(body.bytes.byteLength, this.#job.bodyBytes))
    const decoder = decoderOf(charsetOfMark(body.bytes) ?? body.charset)
    return decoder === null
      ? { kind: 'utf8', bytes: body.bytes }
      : { kind: 'text', text: decoder.decode(body.bytes) }
  }

  #mainBody(): { readonly bytes: Uint8Array; readonly charset: string } | undefined {
    const bytes =
      this.#job.phase === 'postResponse' ? (this.#job.body ?? this.#surroundings.readBody()) : null
    if (bytes === null) return undefined
    const body = { bytes, charset: this.#job.bodyCharset }
    this.#bodies.set(0, body)
    return body
  }

  #setDeadline(at: number): void {
    this.#control.deadline[0] = at
  }

  #isCancelled(): boolean {
    return Atomics.load(this.#control.flags, 0) === 1
  }

  /** Returns whether the script ended itself permanently. */
  #isEnded(): boolean {
    return this.#stopFault !== null || this.#skipsRequest
  }

  /**
   * Called repeatedly while the script runs, and moves the deadline of the thread that watches this one: on a busy
   * machine the processor time that is left takes longer.
   */
  #mustStop(): boolean {
    const leftMs = this.#clock.leftMs()
    this.#setDeadline(absoluteMs() + leftMs)
    return leftMs <= 0 || this.#isCancelled() || this.#isEnded()
  }

  #isStopped(): boolean {
    return this.#isCancelled() || this.#clock.isOver()
  }
}

/** Returns the charset that a byte order mark names; it goes before any other (Encoding Standard, decode). */
function charsetOfMark([first, second]: Uint8Array): string | null {
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : null
}

/** Returns null for UTF-8, which the engine decodes itself and which is also used for unknown charsets. */
function decoderOf(charset: string): InstanceType<typeof TextDecoder> | null {
  if (charset === '' || /^utf-?8$/i.test(charset)) return null
  try {
    return new TextDecoder(charset)
  } catch {
    return null
  }
}

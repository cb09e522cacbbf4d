import type {
  CallProblem,
  LanguageCalls,
  LanguageReply,
  LanguageRequest,
  NameOf,
  OutcomeOf,
} from './language-calls.ts'

/** The part of a web worker that is used. */
export interface StartedWorker<Calls extends LanguageCalls<Calls>> {
  post(request: LanguageRequest<Calls>): void
  end(): void
}

/** Starts a worker, which calls back with its replies, and with null when it fails as a whole. */
export type StartWorker<Calls extends LanguageCalls<Calls>> = (
  receive: (reply: LanguageReply | null) => void,
) => StartedWorker<Calls>

export interface LanguageWorkerOptions<Calls extends LanguageCalls<Calls>> {
  readonly startWorker: StartWorker<Calls>
  /** Milliseconds that a call may take; reading a schema and the first call may take six times as long. */
  readonly timeLimitMs?: number
}

interface Waiting<Calls extends LanguageCalls<Calls>> {
  readonly request: LanguageRequest<Calls>
  /** Calls of the same lane replace each other. */
  readonly lane: string
  settle(outcome: OutcomeOf<unknown>): void
}

const defaultTimeLimitMs = 5_000
const longTimeFactor = 6

/**
 * The page's side of the worker. One call is with the worker at a time, so that a call that is outdated by then never
 * reaches it. A worker that hangs or fails is ended; the next call starts another one and gives it the schema again.
 */
export class LanguageWorker<Calls extends LanguageCalls<Calls>> {
  /** The calls whose answers are the same for every schema, which none makes outdated. */
  protected readonly withoutSchema: ReadonlySet<NameOf<Calls>> = new Set()
  readonly #options: LanguageWorkerOptions<Calls>
  #queue: Waiting<Calls>[] = []
  #worker: StartedWorker<Calls> | null = null
  #current: Waiting<Calls> | null = null
  /** Whether the worker has answered a call. */
  #hasStarted = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastVersion = 0
  #isClosed = false
  /** The schema that the worker has, and a new one gets. Null after one that made the worker hang. */
  #schema: Calls['setSchema']['question'] | null = null

  constructor(options: LanguageWorkerOptions<Calls>) {
    this.#options = options
  }

  /** Sets the schema of all later calls; null for none. The calls for the schema before it become outdated. */
  async setSchema(schema: Calls['setSchema']['question']): Promise<OutcomeOf<Calls['setSchema']['answer']>> {
    this.#schema = schema
    const isKept = ({ request }: Waiting<Calls>) => this.withoutSchema.has(request.name)
    const outdated = this.#queue.filter(one => !isKept(one))
    this.#queue = this.#queue.filter(isKept)
    for (const one of outdated) one.settle({ problem: 'OUTDATED' })
    return this.#enqueue('setSchema', schema, 'schema')
  }

  /**
   * Asks the worker. A call replaces an earlier one of its name and `lane`, such as an editor, which is then outdated.
   */
  call<Name extends Exclude<NameOf<Calls>, 'setSchema'>>(
    name: Name,
    question: Calls[Name]['question'],
    lane = '',
  ): Promise<OutcomeOf<Calls[Name]['answer']>> {
    return this.#enqueue(name, question, `${name}/${lane}`)
  }

  /** Ends the worker. All calls that wait end with `CLOSED`. */
  close(): void {
    this.#isClosed = true
    this.#endWorker('CLOSED')
    for (const one of this.#queue.splice(0)) one.settle({ problem: 'CLOSED' })
  }

  #enqueue<Name extends NameOf<Calls>>(
    name: Name,
    question: Calls[Name]['question'],
    lane: string,
  ): Promise<OutcomeOf<Calls[Name]['answer']>> {
    if (this.#isClosed) return Promise.resolve({ problem: 'CLOSED' })
    this.#lastVersion += 1
    const request = { version: this.#lastVersion, name, question } as LanguageRequest<Calls>
    return new Promise(resolve => {
      const replaced = this.#queue.findIndex(one => one.lane === lane)
      if (replaced !== -1) this.#queue.splice(replaced, 1)[0]?.settle({ problem: 'OUTDATED' })
      // The answer belongs to the name of the call.
      const settle = (outcome: OutcomeOf<unknown>) => resolve(outcome as OutcomeOf<Calls[Name]['answer']>)
      this.#queue.push({ request, lane, settle })
      this.#next()
    })
  }

  #next(): void {
    if (this.#current !== null || this.#isClosed) return
    const next = this.#queue.shift()
    if (next === undefined) return
    if (this.#worker === null) {
      this.#worker = this.#startWorker()
      if (this.#schema !== null && next.request.name !== 'setSchema') {
        this.#queue.unshift(next)
        this.#lastVersion += 1
        const version = this.#lastVersion
        const request = { version, name: 'setSchema', question: this.#schema } as LanguageRequest<Calls>
        this.#post({ request, lane: 'schema', settle: () => {} })
        return
      }
    }
    this.#post(next)
  }

  #post(waiting: Waiting<Calls>): void {
    this.#current = waiting
    // A worker that has not answered yet may still be loading its code.
    const isLong = waiting.request.name === 'setSchema' || !this.#hasStarted
    const limit = (this.#options.timeLimitMs ?? defaultTimeLimitMs) * (isLong ? longTimeFactor : 1)
    this.#timer = setTimeout(() => this.#failCurrent('TOO_SLOW'), limit)
    this.#worker?.post(waiting.request)
  }

  #startWorker(): StartedWorker<Calls> {
    const worker: StartedWorker<Calls> = this.#options.startWorker(reply => {
      if (worker !== this.#worker) return
      if (reply === null) this.#failCurrent('FAILED')
      else this.#take(reply)
    })
    return worker
  }

  #take(reply: LanguageReply): void {
    const current = this.#current
    if (current === null || reply.version !== current.request.version) return
    this.#hasStarted = true
    clearTimeout(this.#timer)
    this.#current = null
    // A newer call of the lane makes this answer useless.
    if (this.#queue.some(({ lane }) => lane === current.lane)) current.settle({ problem: 'OUTDATED' })
    else if ('fault' in reply) current.settle({ problem: 'FAILED' })
    else current.settle({ answer: reply.answer })
    this.#next()
  }

  #failCurrent(problem: CallProblem): void {
    const isSchema = this.#current?.request.name === 'setSchema'
    const isNewer = this.#queue.some(({ request }) => request.name === 'setSchema')
    // The next worker would hang as well.
    if (isSchema && !isNewer) this.#schema = null
    this.#endWorker(problem)
    this.#next()
  }

  #endWorker(problem: CallProblem): void {
    clearTimeout(this.#timer)
    this.#worker?.end()
    this.#worker = null
    this.#hasStarted = false
    const current = this.#current
    this.#current = null
    current?.settle({ problem })
  }
}

/** Connects a web worker. */
export function startModuleWorker<Calls extends LanguageCalls<Calls>>(
  worker: Worker,
  receive: (reply: LanguageReply | null) => void,
): StartedWorker<Calls> {
  worker.addEventListener('message', ({ data }: MessageEvent<LanguageReply>) => receive(data))
  worker.addEventListener('error', () => receive(null))
  return { post: request => worker.postMessage(request), end: () => worker.terminate() }
}

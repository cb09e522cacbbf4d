import type { OrderChange } from '@parley/engine'
import type { TestCheck, TestResult } from '@parley/model'
import {
  contentFault,
  forbiddenHeaderFault,
  headerNameFault,
  headerValueFault,
  methodFault,
  tooManyHeaders,
} from '../shared/override-fault.ts'
import { scriptLimits } from '../shared/script-limits.ts'
import type { ReplacedBody } from '../shared/script-view.ts'
import type {
  ConsoleLine,
  ListedTest,
  MemberNote,
  OverrideEdit,
  ScriptJob,
  VariableChange,
} from './worker-protocol.ts'

/** Why a test failed, null if it passed, and where an error was thrown that is no failed assertion. */
export interface TestFailure {
  readonly reason: string | null
  readonly thrownAt: ListedTest['thrownAt']
}

/** Thrown if a script exceeds a limit; the script sees the message. */
export class RefusedCall extends Error {}

/** Thrown if a call ends the script permanently. */
export class StoppingCall extends RefusedCall {}

/** Records what a script reported to the host, with limits that the script cannot change. */
export class RunLedger {
  readonly changes: VariableChange[] = []
  readonly edits: OverrideEdit[] = []
  readonly #order = new Map<OrderChange['kind'], OrderChange>()
  readonly console: ConsoleLine[] = []
  readonly #job: ScriptJob
  readonly notes: MemberNote[] = []
  /** The URL that replaces the typed one; null: none. */
  url: string | null = null
  /** Whether the script looked at the status of the response. */
  isStatusRead = false
  /** What later scripts see as the body of the response; null: what the server sent. */
  responseBody: ReplacedBody | null = null
  readonly #tests = new Map<number, ListedTest>()
  readonly #noted = new Set<string>()
  readonly #headers: Set<string>
  /** When the last test ended, or the script began. */
  #testsSince = performance.now()
  #testCharacters = 0
  #writeCharacters = 0
  #consoleCharacters = 0

  constructor(job: ScriptJob) {
    this.#job = job
    this.#headers = new Set(job.headersSetBefore.map(name => name.toLowerCase()))
  }

  /** The tests in the order in which they began. */
  get tests(): readonly ListedTest[] {
    return [...this.#tests].sort(([a], [b]) => a - b).map(([, test]) => test)
  }

  /** The last order change of each kind. */
  get order(): readonly OrderChange[] {
    return [...this.#order.values()]
  }

  addOrderChange(change: OrderChange): void {
    if (change.kind === 'next' && (change.requestName?.length ?? 0) > scriptLimits.testNameCharacters)
      throw new RefusedCall('The name of a request can have at most 500 characters')
    this.#order.set(change.kind, change)
  }

  /** Adds a result. A test that passed may fail later, because a promise of it was rejected. */
  addTest(
    place: number,
    name: string,
    { reason, thrownAt }: TestFailure,
    checks: readonly TestCheck[],
  ): void {
    if (place < 0 || place >= scriptLimits.tests)
      throw new RefusedCall(`A script can list at most ${scriptLimits.tests} tests`)
    const isLaterFailure = this.#tests.get(place)?.result.passed === true && reason !== null
    if (this.#tests.has(place) && !isLaterFailure) return
    const shortName = name.slice(0, scriptLimits.testNameCharacters)
    const shortReason = reason?.slice(0, scriptLimits.testReasonCharacters) ?? null
    this.#testCharacters += shortName.length + (shortReason?.length ?? 0)
    for (const check of checks) this.#testCharacters += check.message.length
    if (this.#testCharacters > scriptLimits.testCharacters)
      throw new RefusedCall('The test results are too large')
    const extra = checks.length === 0 ? {} : { checks }
    const result: TestResult =
      shortReason === null
        ? { passed: true, name: shortName, ...extra }
        : { passed: false, name: shortName, reason: shortReason, ...extra }
    const now = performance.now()
    this.#tests.set(place, { result, thrownAt, tookMs: now - this.#testsSince })
    this.#testsSince = now
  }

  /** Adds a note, once for each call in the source. Notes above the limit are dropped. */
  addNote({ member, text, line }: MemberNote, column: number | null): void {
    const note = {
      member: member.slice(0, scriptLimits.noteCharacters),
      text: text.slice(0, scriptLimits.noteCharacters),
      line,
    }
    const key = JSON.stringify([note, column])
    if (this.#noted.has(key) || this.notes.length >= scriptLimits.notes) return
    this.#noted.add(key)
    this.notes.push(note)
  }

  addChange(change: VariableChange): void {
    if (this.#job.withheldNames.includes(change.name)) throw new StoppingCall(withheldMessage(change.name))
    const characters = change.name.length + (change.text?.length ?? 0) + (change.json?.length ?? 0)
    this.#writeCharacters += characters
    if ((change.text?.length ?? 0) > scriptLimits.variableCharacters)
      throw new RefusedCall('The value of a variable can have at most 1 MB')
    if (this.#writeCharacters > scriptLimits.variableWriteCharacters)
      throw new RefusedCall('A script can set variables of at most 8 MB')
    if (this.changes.length >= scriptLimits.variableWrites)
      throw new RefusedCall(`A script can set variables at most ${scriptLimits.variableWrites} times`)
    this.changes.push(change)
  }

  addEdit(edit: OverrideEdit): void {
    if (this.#job.phase !== 'preRequest') throw new RefusedCall('The request has been sent already')
    if ('name' in edit) refuseForbiddenHeader(edit.name)
    const fault = faultOf(edit)
    if (fault !== null) throw new RefusedCall(fault)
    if (edit.kind === 'setHeader') {
      this.#headers.add(edit.name.toLowerCase())
      if (this.#headers.size > scriptLimits.overrideHeaders) throw new RefusedCall(tooManyHeaders)
    } else if (edit.kind === 'deleteHeader') this.#headers.delete(edit.name.toLowerCase())
    if (this.edits.length >= scriptLimits.variableWrites)
      throw new RefusedCall('A script can edit the request at most 5000 times')
    // Only the last of several bodies is sent; keeping all of them would let a script fill the host's memory.
    if (edit.kind === 'content') this.#dropContent()
    this.edits.push(edit)
  }

  setUrl(url: string): void {
    if (this.#job.phase !== 'preRequest') throw new RefusedCall('The request has been sent already')
    if (url.length > scriptLimits.urlCharacters)
      throw new RefusedCall('A script can set a URL of at most 64 KB')
    const secret = this.#job.withheldNames.find(
      name => isNamedIn(url, name) && !isNamedIn(this.#job.typedUrl, name),
    )
    if (secret !== undefined) throw new StoppingCall(withheldMessage(secret))
    this.url = url
  }

  setResponseBody(body: ReplacedBody): void {
    if (this.#job.phase !== 'postResponse') throw new RefusedCall('There is no response yet')
    const fault = contentFault(Buffer.byteLength(body.text) + Buffer.byteLength(body.json ?? ''))
    if (fault !== null) throw new RefusedCall(fault)
    this.responseBody = body
  }

  /** Adds a console line. Lines above the limit are dropped without informing the script. */
  addConsoleLine(line: ConsoleLine): void {
    this.#consoleCharacters += line.text.length
    const isFull =
      this.console.length >= scriptLimits.consoleLines ||
      this.#consoleCharacters > scriptLimits.consoleCharacters
    if (!isFull) this.console.push(line)
  }

  #dropContent(): void {
    const at = this.edits.findIndex(edit => edit.kind === 'content')
    if (at !== -1) this.edits.splice(at, 1)
  }
}

function isNamedIn(text: string, name: string): boolean {
  return [...text.matchAll(/\{\{([^{}]+)\}\}/g)].some(([, inBraces]) => inBraces?.trim() === name)
}

const withheldMessage = (name: string) => `Secret variable "${name}" is withheld from scripts`

/** @throws StoppingCall for a header that only the sender may set */
export function refuseForbiddenHeader(name: string): void {
  const fault = forbiddenHeaderFault(name)
  if (fault !== null) throw new StoppingCall(fault)
}

function faultOf(edit: OverrideEdit): string | null {
  switch (edit.kind) {
    case 'setHeader':
      return headerNameFault(edit.name) ?? headerValueFault(edit.name, edit.value)
    case 'deleteHeader':
      return headerNameFault(edit.name)
    case 'method':
      return methodFault(edit.method)
    case 'content':
      return contentFault(Buffer.byteLength(edit.text))
  }
}

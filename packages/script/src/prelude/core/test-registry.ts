import { scriptLimits } from '../../shared/script-limits.ts'
import { argumentJson, callHostWithJson } from '../host.ts'
import { runUnwaited } from '../unwaited.ts'
import { addNote, type CallPlace } from './add-note.ts'
import { describeError } from './describe-error.ts'
import { sliceText, thenOf } from './own-built-ins.ts'

/** One `pw.expect` of a test. */
export interface Check {
  readonly outcome: 'passed' | 'failed' | 'error'
  readonly message: string
}

/** The checks of a test. It is no list, whose methods a script could replace. */
export interface Checks {
  /** As arguments of the host, each after a comma. */
  json: string
  /** The messages of those that did not pass; null: all did. */
  reason: string | null
}

export const noChecks = (): Checks => ({ json: '', reason: null })

/** Adds a check to those of its test. */
export function addCheck(checks: Checks, { outcome, message }: Check): void {
  const text = shortReason(message)
  checks.json += `,${argumentJson(outcome)},${argumentJson(text)}`
  if (outcome !== 'passed') checks.reason = checks.reason === null ? text : `${checks.reason}\n${text}`
}

// Captured before any script runs, because a script could replace it.
const OwnError = Error
const OwnPromise = Promise

let registered = 0
const open = new Set<Settle>()

/** Returns the number of tests so far. */
export function numberOfTests(): number {
  return registered
}

/** Returns the number of tests that are not finished. */
export function openTests(): number {
  return open.size
}

/** Reports the tests that a script left unfinished when it threw. */
export function reportOpenTests(): void {
  for (const settle of open) settle('The script ended before this test did')
}

/** Reports a test: null if it passed, otherwise why not, and where an error was thrown that is no failed assertion. */
type Settle = (reason: string | null, checks?: Checks, thrownAt?: CallPlace) => void

const nowhere: CallPlace = { line: 0, column: 0 }

/** Reports a test as failed by what it threw. */
function settleThrown(settle: Settle, thrown: unknown): void {
  const { message, line, column } = describeError(thrown)
  settle(message, noChecks(), isAssertion(thrown) ? nowhere : { line, column })
}

function isAssertion(thrown: unknown): boolean {
  try {
    return thrown instanceof OwnError && thrown.name === 'AssertionError'
  } catch {
    return false
  }
}

/** Shortens a reason, because the host refuses longer ones. It is a text even if a script broke what made it. */
const shortReason = (reason: unknown) =>
  typeof reason === 'string' ? sliceText(reason, 0, scriptLimits.testReasonCharacters) : 'The test failed'

/** Reserves a test's position in the order; its result may follow later. */
export function registerTest(name: unknown): Settle {
  const place = registered
  registered += 1
  const text = sliceText(String(name), 0, scriptLimits.testNameCharacters)
  return (reason, checks = noChecks(), { line, column } = nowhere) => {
    const why = reason === null ? null : shortReason(reason)
    const json = `${argumentJson(place)},${argumentJson(text)},${argumentJson(why)}`
    callHostWithJson('test', `${json},${argumentJson(line)},${argumentJson(column)}${checks.json}`)
  }
}

/**
 * Runs a test of `tool` and `pm`, which ends when the function returns (behaviour 8): neither its promise nor its timers keep the
 * script running. A rejection, or `done` with an error, fails the test if it comes before the script ends (behaviour, Promise of a test).
 */
export function runTest(name: unknown, run: unknown): void {
  const settle = registerTest(name)
  try {
    const fail = (error: unknown) => settleThrown(settle, error)
    const entry: Unsettled = { place: nowhere, isSettled: false }
    const takesDone = typeof run === 'function' && run.length > 0
    if (takesDone) beginWatch(entry)
    const done = (error?: unknown) => {
      if (error !== undefined && error !== null) fail(error)
      endWatch(entry)
    }
    const returned = runUnwaited(
      () => call(run, done),
      () => entry.isSettled,
    )
    // The host keeps a failure that comes later instead of this result, but never the other way round.
    settle(null)
    if (isThenable(returned)) watch(returned, entry, fail)
    else if (!takesDone) entry.isSettled = true
  } catch (error) {
    settleThrown(settle, error)
  }
}

/** Follows the promise of a test that is not waited for. */
function watch(promise: PromiseLike<unknown>, entry: Unsettled, fail: (error: unknown) => void): void {
  beginWatch(entry)
  const onValue = () => endWatch(entry)
  const onError = (error: unknown) => {
    fail(error)
    endWatch(entry)
  }
  if (promise instanceof OwnPromise) thenOf(promise, onValue, onError)
  else promise.then(onValue, onError)
}

interface Unsettled {
  /** The position of the call of the test, once it is watched. */
  place: CallPlace
  isSettled: boolean
}

/** The tests whose promises are still open, or whose `done` was not called. */
const unsettled = new Set<Unsettled>()

/** Called while the call of the test is on the stack. */
function beginWatch(entry: Unsettled): void {
  entry.place = describeError(new OwnError())
  unsettled.add(entry)
}

function endWatch(entry: Unsettled): void {
  entry.isSettled = true
  unsettled.delete(entry)
}

/** Adds a note for each test that was still open when the script ended (behaviour, Promise of a test). */
export function noteUnsettledTests(): void {
  for (const { place } of unsettled) addNote('test', 'was not waited for', place)
}

/** Runs a test of `test()`, which waits for a returned promise (behaviour 4.8). */
export function runAwaitedTest(name: unknown, run: unknown): Promise<void> | undefined {
  const settle = registerTest(name)
  try {
    const returned = call(run, () => {})
    if (isThenable(returned)) return awaited(returned, settle)
    settle(null)
  } catch (error) {
    settleThrown(settle, error)
  }
  return undefined
}

async function awaited(promise: PromiseLike<unknown>, settle: Settle): Promise<void> {
  open.add(settle)
  try {
    await promise
    settle(null)
  } catch (error) {
    settleThrown(settle, error)
  } finally {
    open.delete(settle)
  }
}

/** Calls a test with its `done`. */
function call(run: unknown, done: (error?: unknown) => void): unknown {
  if (typeof run !== 'function') throw new TypeError('A test needs a function')
  return run(done)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    'then' in value &&
    typeof value.then === 'function'
  )
}

import { scriptLimits } from '../../shared/script-limits.ts'
import { callHost } from '../host.ts'
import { messageOf } from './describe-error.ts'

/** One `pw.expect` of a test. */
export interface Check {
  readonly outcome: 'passed' | 'failed' | 'error'
  readonly message: string
}

let registered = 0
const open = new Set<(reason: string) => void>()

/** Returns the number of tests that are not finished. */
export function openTests(): number {
  return open.size
}

/** Reports the tests that a script left unfinished when it threw. */
export function reportOpenTests(): void {
  for (const settle of open) settle('The script ended before this test did')
}

/** Shortens a reason, because the host refuses longer ones. */
const shortReason = (reason: string) => reason.slice(0, scriptLimits.testReasonCharacters)

/** Reserves a test's position in the order; its result may follow later. */
export function registerTest(name: unknown): (reason: string | null, checks?: readonly Check[]) => void {
  const place = registered
  registered += 1
  const text = String(name).slice(0, scriptLimits.testNameCharacters)
  return (reason, checks = []) =>
    callHost(
      'test',
      place,
      text,
      reason === null ? null : shortReason(reason),
      ...checks.flatMap(check => [check.outcome, shortReason(check.message)]),
    )
}

/**
 * Runs a test of `tool` and `pm`, which ends when the function returns (spec 8). A rejection of its promise, or
 * `done` with an error, fails the test if it comes before the script ends (product decisions).
 */
export function runTest(name: unknown, run: unknown): void {
  const settle = registerTest(name)
  try {
    const fail = (error: unknown) => settle(messageOf(error))
    const returned = call(run, error => {
      if (error !== undefined && error !== null) fail(error)
    })
    // The host keeps a failure that comes later instead of this result, but never the other way round.
    settle(null)
    if (isThenable(returned)) returned.then(undefined, fail)
  } catch (error) {
    settle(messageOf(error))
  }
}

/** Runs a test of `test()`, which waits for a returned promise (spec 4.8). */
export function runAwaitedTest(name: unknown, run: unknown): Promise<void> | undefined {
  const settle = registerTest(name)
  try {
    const returned = call(run, () => {})
    if (isThenable(returned)) return awaited(returned, settle)
    settle(null)
  } catch (error) {
    settle(messageOf(error))
  }
  return undefined
}

async function awaited(
  promise: PromiseLike<unknown>,
  settle: (reason: string | null) => void,
): Promise<void> {
  open.add(settle)
  try {
    await promise
    settle(null)
  } catch (error) {
    settle(messageOf(error))
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
    typeof Reflect.get(value, 'then') === 'function'
  )
}

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

/** How many tests are still waited for. */
export function openTests(): number {
  return open.size
}

/** Lists the tests that a script which threw did not come to the end of. */
export function reportOpenTests(): void {
  for (const settle of open) settle('The script ended before this test did')
}

/** The host keeps no more, and refuses a call that is too long. */
const shortReason = (reason: string) => reason.slice(0, scriptLimits.testReasonCharacters)

/** Takes a test's place in the order; its result may come later. */
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

/** A test of `tool` and `pm`: over when the function returns, whatever it returns (spec 8). */
export function runTest(name: unknown, run: unknown): void {
  const settle = registerTest(name)
  try {
    const returned = call(run)
    // What a promise does later changes nothing; without this it would end the script.
    if (isThenable(returned)) returned.then(undefined, () => {})
    settle(null)
  } catch (error) {
    settle(messageOf(error))
  }
}

/** A test of `test()`: one that returns a promise is waited for (spec 4.8). */
export function runAwaitedTest(name: unknown, run: unknown): Promise<void> | undefined {
  const settle = registerTest(name)
  try {
    const returned = call(run)
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

/** `done`, which some tests take, says nothing that their return does not say. */
function call(run: unknown): unknown {
  if (typeof run !== 'function') throw new TypeError('A test needs a function')
  return run(() => {})
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof Reflect.get(value, 'then') === 'function'
  )
}

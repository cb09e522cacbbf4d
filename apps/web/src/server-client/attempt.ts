import { failed, ok, type Result } from '@parley/model'
import type { NotDone } from '@parley/server/contract'
import type { WindowContext } from '../window/window-context.ts'

type DescribeError = WindowContext['describeError']

/** Returns the result of a command, or why it failed, as sentences for the user. */
export async function attempt<Outcome extends { readonly state: string }>(
  command: Promise<Outcome | NotDone>,
  describeError: DescribeError,
): Promise<Result<Outcome, string>> {
  try {
    const outcome = await command
    return isNotDone(outcome) ? failed(`${outcome.sentence} ${outcome.nextStep}`) : ok(outcome)
  } catch (error) {
    return failed(describeError(error))
  }
}

/** Returns null if a command succeeded, otherwise why not, as sentences for the user. */
export async function problemOf(
  command: Promise<{ readonly state: string } | NotDone>,
  describeError: DescribeError,
): Promise<string | null> {
  const result = await attempt(command, describeError)
  return result.ok ? null : result.failure
}

function isNotDone(outcome: { readonly state: string }): outcome is NotDone {
  return outcome.state === 'failed'
}

/** What ends a repetition before its last send. */
export type StopWhen = 'never' | 'testFails' | 'testsPass' | 'status'

/** How a request is sent again and again. */
export interface RepeatPlan {
  readonly times: number
  /** From the beginning of a send to that of the next, which also waits for its end. */
  readonly everySeconds: number
  readonly stopWhen: StopWhen
  /** The status that ends it with `status`. */
  readonly statusCode: number
}

/** The longest plan. */
export const mostSends = 1_000
export const longestPauseSeconds = 3_600

/** A request that is sent again and again, and how far it is. */
export interface Repeat {
  readonly plan: RepeatPlan
  /** How many sends have begun. */
  readonly sent: number
  /** Of those that ended: a send fails without a response, and with a test or script that fails. */
  readonly passed: number
  readonly failed: number
  /** When the next send begins, in milliseconds since the epoch; null while one goes on. */
  readonly nextAt: number | null
  /** Why it is over; null while it goes on. */
  readonly ended: 'completed' | 'stopped' | 'unsent' | Exclude<StopWhen, 'never'> | null
}

/** Whether a repetition goes on. */
export function isRepeating(repeat: Repeat | null | undefined): repeat is Repeat {
  return repeat != null && repeat.ended === null
}

/** Returns how far a repetition is, such as `Send 3 of 10`, or why it is over. */
export function repeatWords({ plan, sent, ended }: Repeat): string {
  if (ended === null) return `Send ${sent} of ${plan.times}`
  if (ended === 'completed') return `Sent ${sent} of ${plan.times}`
  const reason = {
    stopped: '',
    unsent: ': it was not sent',
    testFails: ': a test failed',
    testsPass: ': all tests passed',
    status: `: the status is ${plan.statusCode}`,
  }[ended]
  return `Stopped at send ${sent} of ${plan.times}${reason}`
}

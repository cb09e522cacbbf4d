import type { SendFailure } from '@parley/model'

/** The units of `grpc-timeout`, finest first, and their lengths in milliseconds. */
const units = [
  ['m', 1],
  ['S', 1_000],
  ['M', 60_000],
  ['H', 3_600_000],
] as const

/** Returns the value of `grpc-timeout` for a deadline: at most eight digits, rounded up. */
export function grpcTimeout(deadlineMs: number): string {
  for (const [unit, lengthMs] of units) {
    const count = Math.ceil(deadlineMs / lengthMs)
    if (count < 100_000_000) return `${count}${unit}`
  }
  return '99999999H'
}

/**
 * Returns whether a call failed because its deadline has passed. The server knows the deadline, too, and may reset the
 * stream before this side has noticed it.
 * @param deadlineMs 0: there is none
 */
export function isDeadlineExceeded(
  { kind, code, elapsedMs }: Pick<SendFailure, 'kind' | 'code' | 'elapsedMs'>,
  deadlineMs: number,
): boolean {
  if (deadlineMs === 0 || kind === 'cancelled') return false
  return code === 'REQUEST_TIMEOUT' || elapsedMs >= deadlineMs
}

import { type LoadShape, type LoadThreshold, positiveNumber, readThreshold } from '@parley/codegen/load'
import { failed, ok, type Result } from '@parley/model'
import type { LoadOptions } from './define-load-command.ts'

const defaultUsers = 10
const defaultSeconds = 60

/** Reads how much load a test makes; a failure is a sentence. */
export function readLoadShape(options: LoadOptions): Result<LoadShape, string> {
  const { users, rate, ramp, for: time, iterations, think, threshold = [] } = options
  if (time !== undefined && iterations !== undefined) return failed('Give either --for or --iterations.')
  const numbers = {
    users: users === undefined ? defaultUsers : wholeNumber(users, 100_000),
    rate: rate === undefined ? null : positiveNumber(rate.endsWith('/s') ? rate.slice(0, -2) : ''),
    ramp: ramp === undefined ? 0 : secondsOf(ramp),
    seconds: time === undefined ? defaultSeconds : secondsOf(time),
    iterations: iterations === undefined ? null : wholeNumber(iterations, 1_000_000_000),
  }
  const from = think?.includes('-') === true ? think.slice(0, think.indexOf('-')) : think
  const to = think?.slice(think.indexOf('-') + 1)
  const thinkTime =
    think === undefined ? { from: 0, to: 0 } : { from: thinkSeconds(from), to: thinkSeconds(to) }
  const thresholds = threshold.map(readThreshold)
  const invalid =
    invalidNumber(numbers, options) ??
    (Number.isNaN(thinkTime.from + thinkTime.to) || thinkTime.from > thinkTime.to
      ? `--think must be a time or a range of times, such as 1s or 0.5-2s, not “${think}”.`
      : null) ??
    invalidThreshold(thresholds, threshold)
  if (invalid !== null) return failed(invalid)
  return ok({
    users: numbers.users,
    requestsPerSecond: numbers.rate,
    rampSeconds: numbers.ramp,
    seconds: numbers.seconds,
    iterations: numbers.iterations,
    think: thinkTime,
    thresholds: thresholds.filter(one => one !== null),
  })
}

function invalidNumber(
  numbers: Readonly<Record<'users' | 'ramp' | 'seconds', number>> & {
    readonly rate: number | null
    readonly iterations: number | null
  },
  typed: LoadOptions,
): string | null {
  if (Number.isNaN(numbers.users))
    return `--users must be a whole number from 1 to 100000, not “${typed.users}”.`
  if (Number.isNaN(numbers.rate ?? 0))
    return `--rate must be a number of requests a second, such as 50/s, not “${typed.rate}”.`
  if (Number.isNaN(numbers.ramp)) return `--ramp must be a time, such as 10s or 2m, not “${typed.ramp}”.`
  if (Number.isNaN(numbers.seconds)) return `--for must be a time, such as 60s or 5m, not “${typed.for}”.`
  return Number.isNaN(numbers.iterations ?? 0)
    ? `--iterations must be a whole number from 1 to 1000000000, not “${typed.iterations}”.`
    : null
}

function invalidThreshold(read: readonly (LoadThreshold | null)[], typed: readonly string[]): string | null {
  const at = read.indexOf(null)
  return at === -1
    ? null
    : `--threshold must be such as p95<300, avg<100, max<1000 (milliseconds) or errors<1%, not “${typed[at]}”.`
}

const units: readonly (readonly [string, number])[] = [
  ['ms', 0.001],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
]

/** Returns the seconds of a time such as `10s`; NaN if it is none. */
function secondsOf(typed: string): number {
  const unit = units.find(([name]) => typed.endsWith(name))
  return unit === undefined ? Number.NaN : positiveNumber(typed.slice(0, -unit[0].length)) * unit[1]
}

/** The first of two times may have no unit, as in `0.5-2s`. */
function thinkSeconds(typed = ''): number {
  const seconds = secondsOf(typed)
  return Number.isNaN(seconds) ? positiveNumber(typed) : seconds
}

function wholeNumber(typed: string, most: number): number {
  const number = positiveNumber(typed)
  return Number.isInteger(number) && number <= most ? number : Number.NaN
}

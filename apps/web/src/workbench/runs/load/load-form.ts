import { readThreshold } from '@parley/codegen/load'
import type { LoadEngineName, LoadShapeInput } from '@parley/server/contract'

/** The options of a load test, as edited. */
export interface LoadForm {
  readonly engine: LoadEngineName
  /** What is constant: the users, or the requests a second. */
  readonly pace: 'users' | 'rate'
  readonly users: number
  readonly rate: number
  readonly rampSeconds: number
  readonly length: 'time' | 'rounds'
  readonly seconds: number
  readonly rounds: number
  readonly thinkFromMs: number
  readonly thinkToMs: number
  /** As they are typed, with spaces between. */
  readonly thresholds: string
  /** Where it is exported to. */
  readonly folder: string
  /** The host that is not this computer, typed again. */
  readonly host: string
}

export const newLoadForm: LoadForm = {
  engine: 'locust',
  pace: 'users',
  users: 5,
  rate: 50,
  rampSeconds: 0,
  length: 'time',
  seconds: 30,
  rounds: 100,
  thinkFromMs: 0,
  thinkToMs: 0,
  thresholds: '',
  folder: '',
  host: '',
}

/** Returns how much load the options make. */
export function shapeOf(form: LoadForm): LoadShapeInput {
  const { pace, users, rate, rampSeconds, length, seconds, rounds, thinkFromMs, thinkToMs } = form
  return {
    users,
    requestsPerSecond: pace === 'rate' ? rate : null,
    rampSeconds,
    seconds,
    iterations: length === 'rounds' ? rounds : null,
    think: { from: Math.min(thinkFromMs, thinkToMs) / 1000, to: thinkToMs / 1000 },
    thresholds: thresholdsOf(form),
  }
}

function thresholdsOf({ thresholds }: Pick<LoadForm, 'thresholds'>): string[] {
  return thresholds.split(' ').filter(Boolean)
}

/** Says what is wrong with the thresholds; null if they can be read. */
export function thresholdProblem(form: Pick<LoadForm, 'thresholds'>): string | null {
  const wrong = thresholdsOf(form).find(typed => readThreshold(typed) === null)
  return wrong === undefined
    ? null
    : `“${wrong}” is no threshold. Write p95<300, avg<100, max<1000 (ms) or errors<1%.`
}

/** Users and seconds that a load test here does not exceed. */
const mostHere = { users: 50, seconds: 60 } as const

/** Says why the options do not run here; null if they do. */
export function shapeProblemHere({ users, length, rampSeconds, seconds }: LoadForm): string | null {
  if (users > mostHere.users) return `At most ${mostHere.users} users run here.`
  return length === 'time' && rampSeconds + seconds > mostHere.seconds
    ? `A load test runs here for at most ${mostHere.seconds} s, with the ramp.`
    : null
}

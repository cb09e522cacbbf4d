import { formatDuration } from '@parley/model'
import type { LoadInfo, LoadTotals, RunInfo, UntranslatedPart } from '@parley/server/contract'
import { requestCount } from '../run-words.ts'

/** A run that is a load test. */
export type LoadRun = RunInfo & { readonly load: LoadInfo }

/** `12.3`, `412`: a number of requests a second. */
export function perSecondWords(rate: number): string {
  return (rate < 100 ? Math.round(rate * 10) / 10 : Math.round(rate)).toLocaleString('en')
}

/** The failed requests in percent: `0.4 %`. */
export function errorWords({ count, failures }: Pick<LoadTotals, 'count' | 'failures'>): string {
  const percent = count === 0 ? 0 : (failures / count) * 100
  return `${percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent)} %`
}

/** Minutes and seconds: `01:38`. */
function clockWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return [Math.floor(whole / 60), whole % 60].map(part => String(part).padStart(2, '0')).join(':')
}

/** How long a load test has run, of what: `01:38 of 05:00`. */
export function progressWords({ load }: LoadRun): string {
  const seconds = load.elapsedMs / 1000
  const elapsed = clockWords(load.iterations === null ? Math.min(seconds, load.plannedSeconds) : seconds)
  if (load.iterations !== null) return `${elapsed}, ${load.iterations.toLocaleString('en')} rounds`
  return `${elapsed} of ${clockWords(load.plannedSeconds)}`
}

/** The part of a load test that is over, from 0 to 1. */
export function loadShare({ state, requests, load }: LoadRun): number {
  if (state === 'ended') return 1
  if (load.iterations !== null)
    return Math.min(1, (load.total?.count ?? 0) / Math.max(1, load.iterations * requests))
  return Math.min(1, load.elapsedMs / 1000 / Math.max(1, load.plannedSeconds))
}

/** One sentence on how a load test ended, for screen readers; empty while it runs. */
export function loadEndWords({ state, problem, load }: LoadRun): string {
  if (state === 'failed') return `The load test could not start. ${problem?.sentence ?? ''}`.trim()
  if (state !== 'ended') return ''
  const { total, ending } = load
  const ended = ending?.state === 'cancelled' ? 'Load test stopped' : 'Load test ended'
  if (total === null) return `${ended} without a result.`
  const failed = total.failures.toLocaleString('en')
  return `${ended}: ${requestCount(total.count)}, ${failed} failed, median ${formatDuration(total.medianMs)}.`
}

/** The state of a load test, for lists. */
export function loadStateWords({ state, load }: LoadRun): string {
  if (state === 'failed') return 'Load test, not started'
  if (state !== 'ended') return 'Load test, running'
  if (load.ending?.state !== 'completed') return 'Load test, stopped'
  return load.ending.isPassed ? 'Load test, passed' : 'Load test, failed'
}

/** Where a part is that is not translated: `Shop/Add, line 3`. */
export function placeWords({ path, line }: UntranslatedPart): string {
  return line === null ? path : `${path}, line ${line}`
}

/** The highest label of an axis, so that a line fits below it: 1, 2, 3, 5 or 6 and zeros. */
export function axisTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)))
  const steps = [1, 1.5, 3, 6, 9, 12]
  return (steps.find(step => step * power >= highest) ?? 15) * power
}

/** Returns a request of a load test as tables show it: with its name within the collection. */
export function shownRequest({ name, method }: Pick<LoadTotals, 'name' | 'method'>) {
  const at = name.indexOf(' / ')
  return { key: name, badge: method, name: at === -1 ? name : name.slice(at + 3) }
}

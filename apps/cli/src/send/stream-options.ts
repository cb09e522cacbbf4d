import type { CheckedLimits } from '@parley/engine'
import { compileJsonCondition } from '@parley/engine/json-query'

/** The options for event streams, as typed. */
export interface StreamOptions {
  readonly events?: string
  readonly for?: string
  readonly until?: string
  readonly jsonLines?: boolean
  readonly raw?: boolean
}

/** How an event stream is printed, and when it is ended. */
export interface StreamPlan {
  readonly format: 'data' | 'json' | 'raw'
  readonly limits: CheckedLimits
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const
/** The maximum of timers. */
const longestMs = 2_147_483_647

/** Reads the options for event streams. Returns a sentence if they are invalid. */
export function readStreamOptions(options: StreamOptions): StreamPlan | string {
  if (options.jsonLines && options.raw) return 'Give either --json-lines or --raw.'
  const events = options.events === undefined ? 0 : readCount(options.events)
  if (typeof events === 'string') return events
  const forMs = options.for === undefined ? 0 : readTime(options.for)
  if (typeof forMs === 'string') return forMs
  const until = options.until === undefined ? null : compileJsonCondition(options.until)
  if (until?.isValid === false)
    return `--until cannot be read at character ${until.position + 1}: ${until.reason}. Give a condition such as '$.status == "done"'.`
  return {
    format: options.raw ? 'raw' : options.jsonLines ? 'json' : 'data',
    limits: { events, forMs, until: until?.query ?? null },
  }
}

/** The options that only event streams have, by their names in the code. */
const streamOptionNames = {
  events: '--events',
  for: '--for',
  until: '--until',
  jsonLines: '--json-lines',
  raw: '--raw',
} as const satisfies Readonly<Record<keyof StreamOptions, string>>

/** Returns the first option for event streams that is given; null if none is. */
export function givenStreamOption(options: StreamOptions): string | null {
  return Object.entries(streamOptionNames).find(([name]) => Object.hasOwn(options, name))?.[1] ?? null
}

function readCount(typed: string): number | string {
  const count = /^\d{1,9}$/.test(typed) ? Number(typed) : 0
  return count > 0 ? count : `“${typed}” is no number of events. Give --events 5, for example.`
}

function readTime(typed: string): number | string {
  const [, digits = '', unit = 's'] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(typed) ?? []
  const timeMs = digits === '' ? 0 : Number(digits) * (units[unit as keyof typeof units] ?? 0)
  if (timeMs > 0 && timeMs <= longestMs) return timeMs
  return `“${typed}” is no time. Give --for 10s, for example.`
}

import type { CheckedLimits } from '@parley/engine'
import { compileJsonCondition } from '@parley/engine/json-query'

/** The options for event streams and WebSockets, as typed. */
export interface StreamOptions {
  readonly events?: string
  readonly messages?: string
  readonly for?: string
  readonly until?: string
  readonly jsonLines?: boolean
  readonly raw?: boolean
  readonly interactive?: boolean
}

/** How an event stream or a WebSocket is printed, and when it is ended. */
export interface StreamPlan {
  readonly format: 'data' | 'json' | 'raw'
  readonly limits: CheckedLimits
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const
/** The maximum of timers. */
const longestMs = 2_147_483_647

/** Reads the options for event streams and WebSockets. Returns a sentence if they are invalid. */
export function readStreamOptions(options: StreamOptions): StreamPlan | string {
  if (options.jsonLines && options.raw) return 'Give either --json-lines or --raw.'
  if (options.events !== undefined && options.messages !== undefined)
    return 'Give --events for an event stream, or --messages for a WebSocket.'
  const count = options.events ?? options.messages
  const events = count === undefined ? 0 : readCount(count)
  if (typeof events === 'string') return events
  const forMs = options.for === undefined ? 0 : readTime(options.for)
  if (typeof forMs === 'string') return forMs
  const until = options.until === undefined ? null : compileJsonCondition(options.until)
  if (until?.isValid === false)
    return `--until is invalid at character ${until.position + 1}: ${until.reason}. Give a condition such as '$.status == "done"'.`
  return {
    format: options.raw ? 'raw' : options.jsonLines ? 'json' : 'data',
    limits: { events, forMs, until: until?.query ?? null },
  }
}

/** The options that only event streams and WebSockets have, by their names in the code. */
const streamOptionNames = {
  events: '--events',
  messages: '--messages',
  for: '--for',
  until: '--until',
  jsonLines: '--json-lines',
  raw: '--raw',
  interactive: '--interactive',
} as const satisfies Readonly<Record<keyof StreamOptions, string>>

/** Returns the options that only WebSockets have, and that are given. */
export function givenWebSocketOption(options: StreamOptions): string | null {
  const names = ['messages', 'interactive'] as const
  const given = names.find(name => Object.hasOwn(options, name))
  return given === undefined ? null : streamOptionNames[given]
}

/** Returns the first option for event streams that is given; null if none is. */
export function givenStreamOption(options: StreamOptions): string | null {
  return Object.entries(streamOptionNames).find(([name]) => Object.hasOwn(options, name))?.[1] ?? null
}

function readCount(typed: string): number | string {
  const count = /^\d{1,9}$/.test(typed) ? Number(typed) : 0
  return count > 0 ? count : `“${typed}” is not a number of events or messages. Give a number such as 5.`
}

function readTime(typed: string): number | string {
  const [, digits = '', unit = 's'] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(typed) ?? []
  const timeMs = digits === '' ? 0 : Number(digits) * (units[unit as keyof typeof units] ?? 0)
  if (timeMs > 0 && timeMs <= longestMs) return timeMs
  return `“${typed}” is not a duration. Give --for 10s, for example.`
}

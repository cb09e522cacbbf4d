import { noStreamLimits, type StreamLimits } from '../request/stream-limits.ts'
import type { ObjectReader } from './object-reader.ts'
import { type OpenCollectionObject, objectOf, unlessEmpty } from './value.ts'

/** What files call the number of events or messages. */
type CountKey = 'events' | 'messages'

/** Reads what ends a stream in a run; an absent key is no limit. */
export function readStreamLimits(run: ObjectReader, countKey: CountKey): StreamLimits {
  return {
    events: run.optionalNumber(countKey) ?? 0,
    forMs: run.optionalNumber('forMs') ?? 0,
    until: run.text('until'),
  }
}

/** Writes the limits that there are; undefined if there is none. */
export function writeStreamLimits(
  countKey: CountKey,
  limits = noStreamLimits,
): OpenCollectionObject | undefined {
  const { events, forMs, until } = limits
  return unlessEmpty(
    objectOf({
      [countKey]: events === 0 ? undefined : events,
      forMs: forMs === 0 ? undefined : forMs,
      until: until === '' ? undefined : until,
    }),
  )
}

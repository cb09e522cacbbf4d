import { fieldName, fieldText, fieldValue, retryOf } from './event-field.ts'
import { LineSplitter, type StreamLine } from './split-lines.ts'

/** An event of an event stream. */
export interface StreamEvent {
  /** The ID that the event itself has; null if it has none. */
  readonly id: string | null
  /** The name of the event; `message` if it has none. */
  readonly event: string
  /** The data lines, joined by LF. */
  readonly data: string
  /** The reconnection time in milliseconds that the event sets; null if it sets none. */
  readonly retryMs: number | null
}

/** The name of events without a name (WHATWG HTML §9.2.6). */
export const defaultEventName = 'message'

/**
 * Reads the bytes of one event, as an `EventScanner` found them. Of an event that is cut off, the last line counts
 * as far as it goes.
 */
export function readEvent(bytes: Uint8Array): StreamEvent {
  let id: string | null = null
  let event = ''
  let retryMs: number | null = null
  const data: string[] = []
  const add = (line: StreamLine): void => {
    const name = fieldName(line)
    if (name === 'other') return
    const value = fieldValue(line, name)
    if (name === 'data') data.push(fieldText(value))
    else if (name === 'event') event = fieldText(value)
    else if (name === 'id') id = value.includes(0) ? id : fieldText(value)
    else retryMs = retryOf(value) ?? retryMs
  }
  const lines = new LineSplitter({ keptBytes: Number.POSITIVE_INFINITY, isStart: false }, add)
  lines.write(bytes)
  const last = lines.end()
  if (last !== null) add(last)
  return { id, event: event || defaultEventName, data: data.join('\n'), retryMs }
}

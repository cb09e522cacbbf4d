import { oc, type } from '@orpc/contract'
import { webSocketMessageFormats } from '@parley/model'
import * as z from 'zod'
import type { DescribedProblem } from './messages.ts'

/** The ID of a live session. A send whose response is an event stream or a WebSocket, or that is a gRPC call with streams, is a session with the ID of the send. */
const sessionId = z.uuid()

const filter = z.strictObject({
  direction: z.enum(['all', 'sent', 'received']).default('all'),
  /** The types to list, such as names of events; empty: all. */
  types: z.array(z.string().max(100_000)).max(1000).readonly().default([]),
})

/** What a list shows: the messages that pass the filter and contain the query, ignoring case. */
const question = {
  sessionId,
  filter: filter.prefault({}),
  query: z.string().max(1000).default(''),
}

/** The messages of live sessions. They are read by number; events only tell how many there are. */
export const liveContract = {
  /** Returns rows of a session's list, oldest first, and how far its messages have been searched. */
  rows: oc
    .input(z.strictObject({ ...question, from: z.int().min(0), count: z.int().min(0).max(1000) }))
    .output(type<LiveRows>()),
  /** Opens a message: its data becomes a body that is read, searched and downloaded like that of a response. */
  message: oc.input(z.strictObject({ sessionId, number: z.int().min(0) })).output(type<LiveMessage>()),
  /**
   * Writes the listed messages to a file, with the names of secrets in place of their values; `har` is for WebSockets.
   * Ask again while it is being made; `bodies.mintTicket` then downloads it.
   */
  export: oc
    .input(z.strictObject({ ...question, format: z.enum(['ndjson', 'text', 'har']) }))
    .output(type<LiveExport>()),
  /** Replaces the secrets in a text that was joined from several messages, which each have a part of one, perhaps. */
  hideSecrets: oc
    .input(z.strictObject({ sessionId, text: z.string().max(4_000_000) }))
    .output(type<TextWithoutSecrets>()),
  /** Fills in the names of a message and sends it over an open WebSocket. */
  send: oc
    .input(z.strictObject({ sessionId, format: z.enum(webSocketMessageFormats), data: z.string() }))
    .output(type<LiveCommandOutcome>()),
  /** Sends a message of the list over its open WebSocket again. */
  resend: oc.input(z.strictObject({ sessionId, number: z.int().min(0) })).output(type<LiveCommandOutcome>()),
  /** Sends a ping over an open WebSocket. */
  ping: oc.input(z.strictObject({ sessionId })).output(type<LiveCommandOutcome>()),
  /** Says that no more messages follow in an open gRPC call, whose server may go on. */
  end: oc.input(z.strictObject({ sessionId })).output(type<LiveCommandOutcome>()),
  /** Ends a session, and keeps what it received. Returns false if it had already ended. */
  cancel: oc.input(z.strictObject({ sessionId })).output(type<{ readonly wasRunning: boolean }>()),
}

/** A text with the names of secrets in place of their values. */
export interface TextWithoutSecrets {
  /** What does not change, whatever follows. */
  readonly shown: string
  /** The rest: its end may be the beginning of a secret. */
  readonly rest: string
  /** How many UTF-16 units of the text the rest has. */
  readonly restLength: number
}

/** Why a session did not do what it was asked; null: it did. */
export interface LiveCommandOutcome {
  readonly problem: DescribedProblem | null
}

export type LiveFilter = z.infer<typeof filter>

/** Whether a session continues, and how it ended. */
export type LiveState =
  | {
      readonly state: 'open'
      /** When it connects again, in milliseconds since the epoch; absent: it is connected. */
      readonly reconnectsAt?: number
      /** Either side has begun to close the WebSocket; absent: no. */
      readonly isClosing?: true
    }
  /** `peer`: the server ended it. `stopped`: the user did. `broken`: the connection or the disk failed. */
  | { readonly state: 'ended'; readonly by: 'peer' | 'stopped' }
  | { readonly state: 'ended'; readonly by: 'broken'; readonly code: string }

export interface LiveCounts {
  readonly received: number
  readonly sent: number
  /** How many rows are no messages, but about the connection: that it was opened, pings, close frames. */
  readonly notes: number
  /** How many of the oldest messages are no longer listed. */
  readonly dropped: number
}

/** The state of a live session. Sent at most every 100 ms; the messages are asked for by `live.rows`. */
export interface LiveEvent {
  readonly type: 'live'
  readonly sessionId: string
  readonly state: LiveState
  readonly counts: LiveCounts
  /** A new number means that the list has changed. */
  readonly revision: number
}

/** A message in a list. */
export interface LiveRow {
  /** Counted from 0; it stays the same when older messages are dropped. */
  readonly number: number
  /** When it arrived or was sent, in milliseconds since the epoch; null if that is not known. */
  readonly time: number | null
  readonly direction: 'sent' | 'received'
  /**
   * The name of an event, or the kind of a row of a WebSocket: `text` and `binary`; about the connection `connection`,
   * `ping`, `pong`, `close` and `failure`; about a gRPC call also `metadata`, `end` and `status`.
   */
  readonly type: string
  /** The ID of an event; null if it has none of its own. */
  readonly id: string | null
  /** The beginning of its data, at most 1,000 characters; bytes of a binary message as hex. */
  readonly preview: string
  /** Whether there is more than the preview. */
  readonly isCut: boolean
  /** The size as it was sent: of an event with the names of fields, of a gRPC message not that of its JSON. */
  readonly sizeBytes: number
  /** False for what remained of a stream that ended within an event. */
  readonly isComplete: boolean
}

export interface LiveRows {
  readonly state: LiveState
  readonly counts: LiveCounts
  readonly revision: number
  /**
   * From the row that was asked for on, or from the first one that is left; fewer than asked for at the end, or if
   * they are large.
   */
  readonly rows: readonly LiveRow[]
  /** The position of the first row that is left; earlier ones were dropped. Positions never change. */
  readonly firstRow: number
  /** The position after the last row known so far; with a filter or query it grows as messages are searched. */
  readonly endRow: number
  /** False while messages are still indexed or searched: ask again. */
  readonly isWhole: boolean
  /** Why the search ended early; null: it did not. */
  readonly problem: DescribedProblem | null
  /** The types of all messages with their counts, the 200 most frequent ones first. */
  readonly types: readonly { readonly type: string; readonly count: number }[]
  /** How many messages have a type that is not in the list, as there are too many. */
  readonly otherTypesCount: number
}

/** A message that was opened. */
export type LiveMessage =
  /** Ask again. */
  | { readonly state: 'making' }
  | {
      readonly state: 'made'
      readonly row: LiveRow
      /** The handle of its data for the calls of `bodies`. */
      readonly handle: string
      readonly sizeBytes: number
    }
  | ({ readonly state: 'failed' } & DescribedProblem)

export type LiveExport =
  /** Ask again. */
  | { readonly state: 'making' }
  | {
      readonly state: 'made'
      /** The handle of the file for `bodies.mintTicket`. */
      readonly handle: string
      readonly fileName: string
      readonly sizeBytes: number
    }
  | ({ readonly state: 'failed' } & DescribedProblem)

import type { LiveFilter } from '@parley/server/contract'
import type { ServerClient } from '../../server-client/server-client.ts'

/** The calls that read the messages of live sessions. */
export type LiveCalls = Pick<ServerClient['live'], 'rows' | 'message' | 'export'>

/** Which messages of a session are listed. */
export interface LiveQuestion {
  /** The type of the messages; null: all. */
  readonly type: string | null
  readonly query: string
}

/** A question as the server accepts it. */
export function askedOf({ type, query }: LiveQuestion): {
  readonly filter: LiveFilter
  readonly query: string
} {
  return { filter: { direction: 'all', types: type === null ? [] : [type] }, query }
}

/** Whether each message has its own row, at the position of its number. */
export function listsAll({ type, query }: LiveQuestion): boolean {
  return type === null && query === ''
}

import type { LiveFilter } from '@parley/server/contract'
import type { ServerClient } from '../../server-client/server-client.ts'

/** The calls that read the messages of live sessions. */
export type LiveCalls = Pick<
  ServerClient['live'],
  'rows' | 'message' | 'export' | 'hideSecrets' | 'send' | 'resend' | 'end'
>

/** Which messages of a session are listed. */
export interface LiveQuestion {
  /** The type of the messages; null: all. */
  readonly type: string | null
  readonly query: string
  readonly direction: LiveFilter['direction']
}

/** A question as the server accepts it. */
export function askedOf({ type, query, direction }: LiveQuestion): {
  readonly filter: LiveFilter
  readonly query: string
} {
  return { filter: { direction, types: type === null ? [] : [type] }, query }
}

/** Whether each message has its own row, at the position of its number. */
export function listsAll({ type, query, direction }: LiveQuestion): boolean {
  return type === null && query === '' && direction === 'all'
}

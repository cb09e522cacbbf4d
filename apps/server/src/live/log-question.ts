import type { LiveFilter } from '../contract/index.ts'
import type { MessageLog } from './message-log.ts'
import type { LogQuestion } from './search/log-job.ts'
import { otherType } from './type-table.ts'

/** What a window asks of a log. */
export interface AskedList {
  readonly filter: LiveFilter
  readonly query: string
}

/** Whether every message is listed. */
export function listsAll({ filter, query }: AskedList): boolean {
  return query === '' && filter.direction === 'all' && filter.types.length === 0
}

/** Returns the question with types by number; to be called again when the log has grown, as it may have more types. */
export function questionOf({ index }: MessageLog, { filter, query }: AskedList): LogQuestion {
  const { direction, types } = filter
  const isOther = (type: string) => index.types.numberOf(type) === otherType
  return {
    isSent: direction === 'all' ? null : direction === 'sent',
    typeNumbers:
      types.length === 0
        ? null
        : types.filter(type => !isOther(type)).map(type => index.types.numberOf(type)),
    otherTypes: types.filter(isOther),
    query,
  }
}

import { SecretHider } from '@parley/engine'
import type { LiveFilter } from '../contract/index.ts'
import type { MessageLog } from './message-log.ts'
import type { LogQuestion, Secrets } from './search/log-job.ts'
import type { TypeTable } from './type-table.ts'

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
export function questionOf(
  { index }: MessageLog,
  { filter, query }: AskedList,
  secrets: Secrets,
): LogQuestion {
  const { direction, types } = filter
  const numbersOf = numbersByShownType(index.types, new SecretHider(secrets))
  return {
    isSent: direction === 'all' ? null : direction === 'sent',
    typeNumbers: types.length === 0 ? null : types.flatMap(type => numbersOf.get(type) ?? []),
    otherTypes: types.filter(type => !numbersOf.has(type)),
    query,
    secrets,
  }
}

/** Several types are shown as one if they differ only in a secret. */
function numbersByShownType(types: TypeTable, hider: SecretHider): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, number[]>()
  types.names.forEach((name, number) => {
    const shown = hider.hide(name)
    numbers.set(shown, [...(numbers.get(shown) ?? []), number])
  })
  return numbers
}

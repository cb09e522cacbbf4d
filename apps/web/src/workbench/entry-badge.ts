import { type HistorySummary, requestKinds } from '@parley/model'

/** What the badge of an entry of the history says: its method, or its kind where that says more. */
export function entryBadge({ kind, method }: Pick<HistorySummary, 'kind' | 'method'>): string {
  return (kind === undefined ? null : requestKinds[kind].badge) ?? method
}

import type { HistorySummary } from '@parley/model'
import { groupByDay } from './history-days.ts'
import { hostOf } from './response/host-of.ts'

/** The entries of one day, or those of one of its hosts. */
export interface HistoryGroup {
  readonly id: string
  /** Null for the further hosts of a day. */
  readonly day: string | null
  /** Null if the day has one host only. */
  readonly host: string | null
  readonly rows: readonly HistoryRow[]
}

/** An entry, or how many equal ones before it are folded. */
export type HistoryRow =
  | { readonly id: string; readonly entry: HistorySummary }
  | { readonly id: string; readonly equal: number; readonly isOpen: boolean }

/** Fewer equal sends are listed one by one. */
const fewestFolded = 3

/**
 * Returns the entries by day, and where a day has several hosts by host, that with the latest send first. Equal sends
 * that follow one another are folded.
 * @param entries - newest first
 * @param open - the IDs of the folded rows that the user has opened
 */
export function historyGroups(
  entries: readonly HistorySummary[],
  now: number,
  open: ReadonlySet<string>,
): readonly HistoryGroup[] {
  return groupByDay(entries, now).flatMap(({ label, entries: ofDay }) => {
    const hosts = Map.groupBy(ofDay, ({ url }) => hostOf(url))
    return [...hosts].map(([host, ofHost], index) => ({
      id: `${label} ${host}`,
      day: index === 0 ? label : null,
      host: hosts.size === 1 ? null : host,
      rows: foldedRows(ofHost, open),
    }))
  })
}

function foldedRows(entries: readonly HistorySummary[], open: ReadonlySet<string>): readonly HistoryRow[] {
  const runs: HistorySummary[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run?.[0] !== undefined && isEqual(run[0], entry)) run.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap(run => {
    const [latest, ...earlier] = run.map((entry): HistoryRow => ({ id: entry.id, entry }))
    if (latest === undefined || run.length < fewestFolded)
      return latest === undefined ? [] : [latest, ...earlier]
    // A send to come does not change the oldest one.
    const id = `equal:${run.at(-1)?.id}`
    const isOpen = open.has(id)
    return [latest, { id, equal: earlier.length, isOpen }, ...(isOpen ? earlier : [])]
  })
}

/** Whether two sends are the same request with the same outcome; sessions are all different. */
function isEqual(one: HistorySummary, other: HistorySummary): boolean {
  const parts = ({ method, url, kind, state, statusCode, environment }: HistorySummary) =>
    [method, url, kind, state, statusCode, environment].join('\n')
  return one.messages === undefined && other.messages === undefined && parts(one) === parts(other)
}

import type { RunRow } from '@parley/engine'
import { kindOrMethod } from '@parley/model'
import { createStore } from 'zustand/vanilla'
import type { WindowContext } from '../../window/window-context.ts'
import { type SetCookie, setCookiesOf } from '../response/set-cookies.ts'
import { timelineOfSend } from '../response/timeline.ts'
import { responseOf } from '../tabs/request-tab.ts'
import type { Runs } from './runs.ts'
import { sendOfResult } from './send-of-result.ts'

/** A cookie that a response of a run set. */
export interface RunCookie extends SetCookie {
  /** The request that it came with, and its place in the run. */
  readonly request: { readonly index: number; readonly name: string; readonly badge: string }
}

/** The cookies of a run, as far as its results were read. */
export interface RunCookies {
  readonly cookies: readonly RunCookie[]
  /** How many of its results were looked at, in the order in which they ended. */
  readonly read: number
  /** Why the next one could not be read; null if it could. */
  readonly problem: string | null
}

export const noRunCookies: RunCookies = { cookies: [], read: 0, problem: null }

/** How many results are read at once; each is read by itself. */
export const resultsAtOnce = 200

/** Collects the cookies that the responses of runs set, from the results that were kept. */
export function createRunCookies(
  runs: Pick<Runs, 'readResult'> & { readonly store: Pick<Runs['store'], 'getState'> },
  { describeError }: Pick<WindowContext, 'describeError'>,
) {
  const store = createStore<Readonly<Record<string, RunCookies>>>(() => ({}))
  /** How far each run is to be read. */
  const wanted = new Map<string, number>()
  const reading = new Set<string>()
  const of = (runId: string) => store.getState()[runId] ?? noRunCookies
  const put = (runId: string, patch: Partial<RunCookies>) =>
    store.setState({ [runId]: { ...of(runId), problem: null, ...patch } })

  /** The next row that is wanted; undefined: there is none yet. */
  function nextRow(runId: string): RunRow | undefined {
    const { read } = of(runId)
    return read < (wanted.get(runId) ?? 0) ? runs.store.getState().rows[runId]?.[read] : undefined
  }

  async function cookiesOf(runId: string, row: RunRow): Promise<readonly RunCookie[]> {
    if (row.statusCode === null) return []
    const { index, name } = row
    const shown = await runs.readResult(runId, index)
    const send = sendOfResult(runId, shown)
    const response = responseOf(send)
    const targetUri = timelineOfSend(send)?.request?.targetUri ?? shown.result.url
    const request = { index, name, badge: kindOrMethod(row) }
    return response === null ? [] : setCookiesOf(response, targetUri).map(one => ({ ...one, request }))
  }

  return {
    store,
    /** Reads the results of a run that have ended, up to a number of them. Call again when more have ended. */
    async read(runId: string, upTo: number): Promise<void> {
      wanted.set(runId, Math.max(upTo, wanted.get(runId) ?? 0))
      if (reading.has(runId)) return
      reading.add(runId)
      try {
        for (let row = nextRow(runId); row !== undefined; row = nextRow(runId)) {
          const found = await cookiesOf(runId, row)
          const { cookies, read } = of(runId)
          put(runId, { cookies: found.length === 0 ? cookies : [...cookies, ...found], read: read + 1 })
        }
      } catch (error) {
        put(runId, { problem: describeError(error) })
      } finally {
        reading.delete(runId)
      }
    },
  }
}

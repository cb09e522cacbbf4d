import type { RunRow } from '@parley/engine'
import { shownName } from '@parley/model'
import type { RunInfo } from '@parley/server/contract'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { useRunCookies, useRunPages } from '../../wiring/use-stores.ts'
import { noRunCookies, type RunCookie, resultsAtOnce } from '../../workbench/runs/run-cookies.ts'
import type { RunTab } from '../../workbench/runs/run-tab.ts'
import { isInProgress } from '../../workbench/runs/runs.ts'
import { CookieTable } from '../ResponsePane/ResponseCookies.tsx'
import styles from './RunTable.module.css'

export interface RunCookiesProps {
  readonly tab: RunTab
  readonly run: RunInfo
  readonly rows: readonly RunRow[]
}

/** The cookies that the responses of a run set, each with the request that it came with. */
export function RunCookies({ tab, run, rows }: RunCookiesProps) {
  const runCookies = useRunCookies()
  const runPages = useRunPages()
  const { runId } = run
  const { cookies, read, problem } = useStore(runCookies.store, state => state[runId] ?? noRunCookies)
  const [upTo, setUpTo] = useState(Math.max(resultsAtOnce, read))
  const total = rows.length
  useEffect(() => void (total > 0 && runCookies.read(runId, upTo)), [runCookies, runId, upTo, total])

  function showRequest({ request }: RunCookie): void {
    void runPages.choose(tab.id, runId, request.index)
    runPages.chooseSection(tab.id, 'requests')
  }

  return (
    <>
      <div className={styles.toolbar}>
        <span role="status">{progressWords(read, Math.min(total, upTo), isInProgress(run))}</span>
        {total > upTo && (
          <Button size="small" isDisabled={read < upTo} onPress={() => setUpTo(upTo + resultsAtOnce)}>
            Read {resultsAtOnce} more of {total.toLocaleString('en')}
          </Button>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="empty-note">
          {problem}
        </p>
      )}
      {cookies.length === 0 ? (
        <p className="empty-note">{read < Math.min(total, upTo) ? '' : 'No response set a cookie.'}</p>
      ) : (
        <CookieTable
          label="Cookies of the run"
          cookies={cookies}
          renderSetter={cookie => (
            <button type="button" className={styles.link} onClick={() => showRequest(cookie)}>
              {cookie.request.badge} {shownName(cookie.request.name)}
            </button>
          )}
        />
      )}
    </>
  )
}

function progressWords(read: number, wanted: number, isRunning: boolean): string {
  const count = `${read.toLocaleString('en')} ${read === 1 ? 'request' : 'requests'}`
  if (read < wanted) return `Read ${count} of ${wanted.toLocaleString('en')}`
  return isRunning ? `From ${count} so far` : `From ${count}`
}

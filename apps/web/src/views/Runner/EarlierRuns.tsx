import type { RunRow } from '@parley/engine'
import { formatDuration, shownName } from '@parley/model'
import type { RunInfo } from '@parley/server/contract'
import { Columns2, Trash2 } from 'lucide-react'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useStore } from 'zustand'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { classNames } from '../../components/class-names.ts'
import { useRunPages, useRuns } from '../../wiring/use-stores.ts'
import { timeLabel } from '../../workbench/history-days.ts'
import { loadStateWords } from '../../workbench/runs/load/load-words.ts'
import type { RunTab } from '../../workbench/runs/run-tab.ts'
import { requestCount, stateWords } from '../../workbench/runs/run-words.ts'
import { isInProgress } from '../../workbench/runs/runs.ts'
import styles from './EarlierRuns.module.css'
import { LoadComparison } from './load/LoadComparison.tsx'
import { RunComparison } from './RunComparison.tsx'

export interface EarlierRunsProps {
  readonly tab: RunTab
  readonly run: RunInfo
  /** Of the shown run. */
  readonly rows: readonly RunRow[]
}

/** The runs of the same target, newest first: each can be opened, or compared with the shown one. */
export function EarlierRuns({ tab, run, rows }: EarlierRunsProps) {
  const runs = useRuns()
  const runPages = useRunPages()
  const list = useStore(runs.store, state => state.lists[tab.targetId])
  const comparedId = useStore(runPages.store, state => state.compared[tab.id])
  const compared = useStore(runs.store, state => state.infos[comparedId ?? ''])
  if (compared?.load !== undefined) return <LoadComparison tab={tab} run={run} other={compared} />
  if (compared !== undefined) return <RunComparison tab={tab} run={run} rows={rows} other={compared} />
  if (list?.locked != null)
    return (
      <p className="empty-note" role="alert">
        {list.locked.sentence} {list.locked.nextStep}
      </p>
    )
  if (list === undefined || list.runs.length === 0)
    return <p className="empty-note">Runs appear here, to open and to compare. The last 50 are kept.</p>
  return (
    <>
      <GridList
        aria-label="Earlier runs"
        className={styles.list ?? ''}
        onAction={key => runPages.show(tab.id, String(key))}
      >
        {list.runs.map(one => (
          <EarlierRun key={one.runId} tab={tab} one={one} shown={run} />
        ))}
      </GridList>
      <p className={styles.foot}>The last 50 runs are kept, with up to 500 MB.</p>
    </>
  )
}

interface EarlierRunProps {
  readonly tab: RunTab
  readonly one: RunInfo
  readonly shown: RunInfo
}

function EarlierRun({ tab, one, shown }: EarlierRunProps) {
  const runPages = useRunPages()
  const when = timeLabel(one.startedAt, Date.now())
  const { words, requests, failed, elapsedMs } = factsOf(one)
  const isShown = one.runId === shown.runId
  return (
    <GridListItem
      id={one.runId}
      textValue={`${words}, ${requests}, ${failed} failed, ${when}`}
      className={styles.run ?? ''}
    >
      <span className={styles.when}>{when}</span>
      <span className={styles.state}>{isShown ? `${words}, shown` : words}</span>
      <span className={styles.requests}>{requests}</span>
      <span className={classNames(styles.count, failed > 0 && styles.bad)}>
        {failed.toLocaleString('en')} failed
      </span>
      <span className={styles.time}>{elapsedMs === null ? '' : formatDuration(elapsedMs)}</span>
      <span className={styles.environment}>{shownName(one.environmentName ?? 'No environment')}</span>
      <IconButton
        label="Compare with the shown run"
        size="small"
        isDisabled={isShown || isInProgress(one) || !one.load !== !shown.load}
        onPress={() => runPages.compare(tab.id, one.runId)}
      >
        <Columns2 size={14} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Remove run"
        size="small"
        isDisabled={isInProgress(one)}
        onPress={() => void runPages.remove(tab.id, one)}
      >
        <Trash2 size={14} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </GridListItem>
  )
}

/** What the list says about a run or load test. */
function factsOf(run: RunInfo) {
  const { load, summary } = run
  if (load !== undefined)
    return {
      words: loadStateWords({ ...run, load }),
      requests: requestCount(load.total?.count ?? 0),
      failed: load.total?.failures ?? 0,
      elapsedMs: load.elapsedMs,
    }
  return {
    words: stateWords(run),
    requests: requestCount(summary?.requests ?? 0),
    failed: summary === null ? 0 : summary.counts.failed + summary.counts.error,
    elapsedMs: summary?.elapsedMs ?? null,
  }
}

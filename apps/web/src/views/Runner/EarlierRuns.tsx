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
import type { RunTab } from '../../workbench/runs/run-tab.ts'
import { requestCount, stateWords } from '../../workbench/runs/run-words.ts'
import { isInProgress } from '../../workbench/runs/runs.ts'
import styles from './EarlierRuns.module.css'
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
          <EarlierRun key={one.runId} tab={tab} one={one} shownRunId={run.runId} />
        ))}
      </GridList>
      <p className={styles.foot}>The last 50 runs are kept, with up to 500 MB.</p>
    </>
  )
}

interface EarlierRunProps {
  readonly tab: RunTab
  readonly one: RunInfo
  readonly shownRunId: string
}

function EarlierRun({ tab, one, shownRunId }: EarlierRunProps) {
  const runPages = useRunPages()
  const { summary } = one
  const when = timeLabel(one.startedAt, Date.now())
  const failed = summary === null ? 0 : summary.counts.failed + summary.counts.error
  const requests = requestCount(summary?.requests ?? 0)
  const isShown = one.runId === shownRunId
  return (
    <GridListItem
      id={one.runId}
      textValue={`${stateWords(one)}, ${requests}, ${failed} failed, ${when}`}
      className={styles.run ?? ''}
    >
      <span className={styles.when}>{when}</span>
      <span className={styles.state}>{isShown ? `${stateWords(one)}, shown` : stateWords(one)}</span>
      <span className={styles.requests}>{requests}</span>
      <span className={classNames(styles.count, failed > 0 && styles.bad)}>
        {failed.toLocaleString('en')} failed
      </span>
      <span className={styles.time}>{summary === null ? '' : formatDuration(summary.elapsedMs)}</span>
      <span className={styles.environment}>{shownName(one.environmentName ?? 'No environment')}</span>
      <IconButton
        label="Compare with the shown run"
        size="small"
        isDisabled={isShown || isInProgress(one)}
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

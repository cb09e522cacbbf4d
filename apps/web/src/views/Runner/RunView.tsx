import { shownName } from '@parley/model'
import type { RunInfo } from '@parley/server/contract'
import { useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { findEntry } from '../../library/find-entry.ts'
import { useLibrary, useRunPages, useRuns } from '../../wiring/use-stores.ts'
import { loadEndWords } from '../../workbench/runs/load/load-words.ts'
import type { RunTab } from '../../workbench/runs/run-tab.ts'
import { endWords } from '../../workbench/runs/run-words.ts'
import { isInProgress } from '../../workbench/runs/runs.ts'
import { Breadcrumb } from '../Request/Breadcrumb.tsx'
import rowStyles from '../Request/NameRow.module.css'
import { useRestoredFocus } from '../Shortcuts/use-restored-focus.ts'
import { LoadOptions } from './load/LoadOptions.tsx'
import { LoadResults } from './load/LoadResults.tsx'
import { RunOptions } from './RunOptions.tsx'
import { RunResults, type RunResultsProps } from './RunResults.tsx'
import styles from './RunView.module.css'

const titles = { collection: 'Run Collection', folder: 'Run Folder', request: 'Run Request' } as const

/** The runner on a collection, folder or request: its options, and the results of a run (behaviour 4.10). */
export function RunView({ tab }: { readonly tab: RunTab }) {
  const runs = useRuns()
  const runPages = useRunPages()
  const run = useStore(runs.store, state => state.infos[tab.shownRunId ?? ''])
  // After a restore the runs of the tab are not read yet; a tab whose run was deleted shows none.
  const isKnown = useStore(runs.store, state => tab.targetId in state.lists)
  const earlierCount = useStore(runs.store, state => state.lists[tab.targetId]?.runs.length ?? 0)
  const problem = useStore(runs.store, state => state.problems[tab.targetId] ?? '')
  // A run replaces the button that begins or ends it, and another run the row that opens it.
  const view = useRef<HTMLDivElement>(null)
  const restoreFocus = useRestoredFocus(view, run === undefined ? '[data-pane-start]' : undefined)
  // The tabs around the results are rendered after them.
  const restoreLater = useCallback(() => void requestAnimationFrame(restoreFocus), [restoreFocus])
  return (
    <div ref={view} className={styles.view} data-pane="request">
      <div className={rowStyles.row}>
        <Breadcrumb path={[tab.isLoad ? 'Load test' : titles[tab.targetKind], ...tab.path]} />
        <h1 className={rowStyles.name}>{shownName(tab.name)}</h1>
        {tab.isLost && (
          <span role="status" className={rowStyles.lost}>
            It was deleted. Restore it from Recently deleted.
          </span>
        )}
        <span className={rowStyles.end}>
          {run !== undefined && (tab.isLoad === true || !isInProgress(run)) && (
            <Button onPress={() => runPages.show(tab.id, null)}>Options</Button>
          )}
          {tab.isLoad !== true && !tab.isLost && !isInProgress(run) && <LoadTestButton tab={tab} />}
          {isInProgress(run) && (
            <Button variant="outlined" onPress={() => runs.cancel(run?.runId ?? '')}>
              Stop
            </Button>
          )}
        </span>
      </div>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {run !== undefined && (
        <Results key={run.runId} tab={tab} run={run} earlierCount={earlierCount} onShown={restoreLater} />
      )}
      {run === undefined &&
        (tab.shownRunId === null || isKnown) &&
        (tab.isLoad === true ? <LoadOptions tab={tab} /> : <RunOptions tab={tab} />)}
      {/* Announces the end once, and nothing while the run is in progress. */}
      <p className="unseen" role="status">
        {run === undefined ? '' : wordsOfEnd(run)}
      </p>
    </div>
  )
}

function Results(props: RunResultsProps) {
  const { run } = props
  const { load } = run
  return load === undefined ? <RunResults {...props} /> : <LoadResults {...props} run={{ ...run, load }} />
}

/** Opens the load test of what is run. */
function LoadTestButton({ tab }: { readonly tab: RunTab }) {
  const runPages = useRunPages()
  const entry = useStore(useLibrary().store, state => findEntry(state.tree, tab.targetId))
  return entry === null ? null : <Button onPress={() => runPages.open(entry, true)}>Load test…</Button>
}

function wordsOfEnd(run: RunInfo): string {
  const { load } = run
  return load === undefined ? endWords(run) : loadEndWords({ ...run, load })
}

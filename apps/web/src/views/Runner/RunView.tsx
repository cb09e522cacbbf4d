import { shownName } from '@parley/model'
import { useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { useRunPages, useRuns } from '../../wiring/use-stores.ts'
import type { RunTab } from '../../workbench/runs/run-tab.ts'
import { endWords } from '../../workbench/runs/run-words.ts'
import { isInProgress } from '../../workbench/runs/runs.ts'
import { Breadcrumb } from '../Request/Breadcrumb.tsx'
import rowStyles from '../Request/NameRow.module.css'
import { useRestoredFocus } from '../Shortcuts/use-restored-focus.ts'
import { RunOptions } from './RunOptions.tsx'
import { RunResults } from './RunResults.tsx'
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
        <Breadcrumb path={[titles[tab.targetKind], ...tab.path]} />
        <h1 className={rowStyles.name}>{shownName(tab.name)}</h1>
        {tab.isLost && (
          <span role="status" className={rowStyles.lost}>
            It was deleted. Restore it from Recently deleted.
          </span>
        )}
        <span className={rowStyles.end}>
          {run !== undefined && !isInProgress(run) && (
            <Button onPress={() => runPages.show(tab.id, null)}>Options</Button>
          )}
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
      {run !== undefined ? (
        <RunResults key={run.runId} tab={tab} run={run} earlierCount={earlierCount} onShown={restoreLater} />
      ) : (
        (tab.shownRunId === null || isKnown) && <RunOptions tab={tab} />
      )}
      {/* Announces the end once, and nothing while the run is in progress. */}
      <p className="unseen" role="status">
        {run === undefined ? '' : endWords(run)}
      </p>
    </div>
  )
}

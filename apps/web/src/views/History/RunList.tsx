import { formatDuration, type HistorySummary, shownName } from '@parley/model'
import { Columns2 } from 'lucide-react'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useStore } from 'zustand'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { KeyHint } from '../../components/buttons/KeyHint.tsx'
import { classNames } from '../../components/class-names.ts'
import { useHistory, useHistoryCommands, useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import { timeLabel } from '../../workbench/history-days.ts'
import { responseOf } from '../../workbench/tabs/request-tab.ts'
import { messageWords, outcomeWords, testsWords } from './outcome-words.ts'
import styles from './RunHistory.module.css'

export interface RunListProps {
  readonly tabId: string
  readonly onClose: () => void
}

/** The runs of a request, newest first; each opens its response. */
export function RunList({ tabId, onClose }: RunListProps) {
  const history = useHistory()
  const { showEarlier } = useHistoryCommands()
  const runs = useStore(history.store, state => state.runs)
  const problem = useStore(history.store, state => state.problem)
  if (runs === null) return <p className={styles.nothing}>{problem?.sentence ?? ''}</p>
  if (runs.length === 0)
    return (
      <p className={styles.nothing}>
        Runs of this request appear here. Send it: <KeyHint keys="Mod+Enter" />
      </p>
    )
  return (
    <GridList
      aria-label="Runs"
      className={styles.list ?? ''}
      autoFocus="first"
      onAction={key => {
        onClose()
        void showEarlier(tabId, String(key))
      }}
    >
      {runs.map(run => (
        <Run key={run.id} run={run} tabId={tabId} onClose={onClose} />
      ))}
    </GridList>
  )
}

function Run({ run, tabId, onClose }: RunListProps & { readonly run: HistorySummary }) {
  const { compareWith } = useHistoryCommands()
  const workbench = useWorkbench()
  const isAnswerShown = useStore(workbench.store, state => {
    const tab = requestTab(state, tabId)
    return tab !== null && responseOf(tab.send) !== null
  })
  const { text: outcome, tone: ofStatus } = outcomeWords(run)
  const hasFailedTests = run.tests !== undefined && run.tests.passed < run.tests.total
  const tone = hasFailedTests ? 'danger' : ofStatus
  const text = [outcome, messageWords(run), testsWords(run.tests)].filter(part => part !== '').join(' · ')
  const when = timeLabel(run.sentAt, Date.now())
  const isComparable = run.state === 'answered' && isAnswerShown
  return (
    <GridListItem
      id={run.id}
      textValue={[text, run.environment, when].filter(Boolean).join(', ')}
      className={styles.run ?? ''}
    >
      <span className={classNames(styles.status, tone, styles[tone])} title={run.url}>
        {text}
      </span>
      {run.environment !== undefined && (
        <span className={styles.environment}>{shownName(run.environment)}</span>
      )}
      <span className={styles.time}>{formatDuration(run.elapsedMs)}</span>
      <span className={styles.when}>{when}</span>
      <IconButton
        label="Compare with the shown response"
        size="small"
        isDisabled={!isComparable}
        onPress={() => {
          onClose()
          void compareWith(tabId, run.id)
        }}
      >
        <Columns2 size={14} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </GridListItem>
  )
}

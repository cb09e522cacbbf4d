import type { HistorySummary } from '@parley/model'
import { formatDuration } from '@parley/model'
import { Clock, Columns2 } from 'lucide-react'
import { useState } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { Popover } from 'react-aria-components/Popover'
import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { classNames } from '../../components/class-names.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { timeLabel } from '../../workbench/history-days.ts'
import { type RequestTab, responseOf, tabName } from '../../workbench/request-tab.ts'
import { outcomeWords } from './outcome-words.ts'
import styles from './RunHistory.module.css'

/** The clock beside the name, and the earlier runs of the request that it opens (spec 2.4). */
export function RunHistory({ tab }: { readonly tab: RequestTab }) {
  const { history } = useAppModel()
  const [isOpen, setOpen] = useState(false)
  const open = (next: boolean) => {
    setOpen(next)
    history.listRuns(next ? runsKey(tab) : null)
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={open}>
      <IconButton label="Run history">
        <Clock size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        <Dialog aria-label="Run history" className={styles.dialog ?? ''}>
          <p className={styles.title}>
            <b>Run history</b>
            <span className={styles.name}>{tabName(tab)}</span>
          </p>
          <Runs tab={tab} onClose={() => open(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** What sends of the tab are recorded under. */
const runsKey = (tab: RequestTab) => tab.source?.requestId ?? tab.id

interface RunsProps {
  readonly tab: RequestTab
  readonly onClose: () => void
}

function Runs({ tab, onClose }: RunsProps) {
  const { history, showEarlier } = useAppModel()
  const runs = useStore(history.store, state => state.runs)
  const problem = useStore(history.store, state => state.problem)
  if (runs === null) return <p className={styles.nothing}>{problem?.sentence ?? ''}</p>
  if (runs.length === 0) return <p className={styles.nothing}>Runs of this request appear here.</p>
  return (
    <GridList
      aria-label="Runs"
      className={styles.list ?? ''}
      autoFocus="first"
      onAction={key => {
        onClose()
        void showEarlier(tab.id, String(key))
      }}
    >
      {runs.map(run => (
        <Run key={run.id} run={run} tab={tab} onClose={onClose} />
      ))}
    </GridList>
  )
}

function Run({ run, tab, onClose }: RunsProps & { readonly run: HistorySummary }) {
  const { compareWith } = useAppModel()
  const { text, tone } = outcomeWords(run)
  const when = timeLabel(run.sentAt, Date.now())
  const isComparable = run.state === 'answered' && responseOf(tab.send) !== null
  return (
    <GridListItem id={run.id} textValue={`${text}, ${when}`} className={styles.run ?? ''}>
      <span className={classNames(styles.status, styles[tone])}>{text}</span>
      <span className={styles.time}>{formatDuration(run.elapsedMs)}</span>
      <span className={styles.when}>{when}</span>
      <IconButton
        label="Compare with the shown response"
        size="small"
        isDisabled={!isComparable}
        onPress={() => {
          onClose()
          void compareWith(tab.id, run.id)
        }}
      >
        <Columns2 size={14} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </GridListItem>
  )
}

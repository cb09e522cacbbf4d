import type { RunRow } from '@parley/engine'
import { formatDuration, kindOrMethod, revealInvisible, shownName } from '@parley/model'
import { Check, Minus, X } from 'lucide-react'
import type { HTMLAttributes } from 'react'
import { classNames } from '../../components/class-names.ts'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import type { RowToCome } from '../../workbench/runs/rows-to-come.ts'
import { isFailure } from '../../workbench/runs/run-rows.ts'
import { statusWords, testDetail, testWords } from '../../workbench/runs/run-words.ts'
import styles from './RunRequests.module.css'

interface ListedRowProps {
  readonly hasIterations: boolean
  /** Where the row is in the list. */
  readonly place: Pick<HTMLAttributes<HTMLElement>, 'aria-posinset' | 'aria-setsize' | 'style'>
}

export interface EndedRowProps extends ListedRowProps {
  readonly row: RunRow
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** A request that ended, in the list of a run. */
export function EndedRow({ row, hasIterations, place, isChosen, onChoose }: EndedRowProps) {
  const isBad = isFailure(row)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the list, which names the chosen one.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list.
    <div
      id={`run-row-${row.index}`}
      role="option"
      aria-selected={isChosen}
      className={styles.row}
      onClick={onChoose}
      {...place}
    >
      <StatusMark row={row} />
      <span className="unseen">
        {statusWords(row)} {row.method}
      </span>
      <MethodBadge method={kindOrMethod(row)} isColumn />
      <span className={styles.name} dir="auto" title={row.name}>
        {shownName(row.name)}
        {row.dataText !== undefined && (
          <bdi className={styles.data} title={row.dataText}>
            {revealInvisible(row.dataText)}
          </bdi>
        )}
      </span>
      {hasIterations && <Iteration of={row} />}
      <span className={classNames(styles.code, toneOf(row.statusCode))}>{row.statusCode ?? ''}</span>
      <span className={styles.time}>{row.totalMs === null ? '' : formatDuration(row.totalMs)}</span>
      <span className={classNames(styles.tests, isBad && styles.bad)} title={testDetail(row)}>
        {testWords(row)}
      </span>
    </div>
  )
}

export interface ComingRowProps extends ListedRowProps {
  readonly row: RowToCome
}

/** A request that is still to come, in the list of a run. It cannot be chosen before it has ended. */
export function ComingRow({ row, hasIterations, place }: ComingRowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the list.
    <div
      role="option"
      aria-selected={false}
      aria-disabled
      className={classNames(styles.row, styles.pending)}
      {...place}
    >
      <span className={styles.mark}>
        <span className={classNames(styles.ring, row.isRunning && styles.running)} />
      </span>
      <span className="unseen">
        {row.isRunning ? 'Running' : 'Pending'} {row.method}
      </span>
      <MethodBadge method={row.method} isColumn />
      <span className={styles.name} dir="auto" title={row.name}>
        {shownName(row.name)}
      </span>
      {hasIterations && <Iteration of={row} />}
      <span className={styles.tests} aria-hidden="true">
        {row.isRunning ? 'Running' : ''}
      </span>
    </div>
  )
}

/** The number of an iteration; what its data row is called is the tooltip, as the row is written beside the name. */
function Iteration({ of: { iteration, rowName } }: { readonly of: Pick<RunRow, 'iteration' | 'rowName'> }) {
  return (
    <span className={styles.iteration} title={rowName === undefined ? undefined : shownName(rowName)}>
      #{(iteration + 1).toLocaleString('en')}
    </span>
  )
}

function StatusMark({ row }: { readonly row: RunRow }) {
  if (isFailure(row)) return <X className={styles.bad} size={16} strokeWidth={1.75} aria-hidden="true" />
  if (row.status === 'passed' && row.testsPassed > 0)
    return <Check className={styles.good} size={16} strokeWidth={1.75} aria-hidden="true" />
  return <Minus className={styles.quiet} size={16} strokeWidth={1.75} aria-hidden="true" />
}

function toneOf(statusCode: number | null): string | undefined {
  if (statusCode === null || statusCode < 400) return undefined
  return statusCode >= 500 ? styles.bad : styles.warning
}

import {
  countPassed,
  revealInvisible,
  type ScriptError,
  shownName,
  type TestReport,
  type TestResult,
} from '@parley/model'
import { Check, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/buttons/Button.tsx'
import { SegmentedControl } from '../../../components/buttons/SegmentedControl.tsx'
import { classNames } from '../../../components/class-names.ts'
import { useVirtualRows } from '../../../components/lists/use-virtual-rows.ts'
import { scriptErrorWords, scriptPlaceName } from '../../../workbench/sending/script-errors.ts'
import { withheldSecretOf } from '../../../workbench/sending/secret-permissions.ts'
import { ExplainButton } from '../../Assistant/ExplainButton.tsx'
import { WithheldSecret } from '../WithheldSecret.tsx'
import styles from './TestResults.module.css'

export interface TestResultsProps {
  /** Absent if the results are of no tab. */
  readonly tabId?: string
  /** The request that was sent; absent: that of the active tab. */
  readonly requestId?: string | undefined
  readonly report: TestReport
  /** Null if the script is not available. */
  readonly onGoToLine: ((error: ScriptError, line: number) => void) | null
}

type ResultRow =
  | { readonly kind: 'test'; readonly result: TestResult }
  | { readonly kind: 'error'; readonly error: ScriptError }

/** What the scripts of a send found (behaviour 4.4). */
export function TestResults({ tabId, requestId, report, onGoToLine }: TestResultsProps) {
  const [filter, setFilter] = useState<'all' | 'failed'>('all')
  const { passed, total } = countPassed(report)
  const failedCount = total - passed
  const rows: readonly ResultRow[] = [
    ...report.results
      .filter(result => filter === 'all' || !result.passed)
      .map(result => ({ kind: 'test', result }) as const),
    ...report.scriptErrors.map(error => ({ kind: 'error', error }) as const),
  ]
  return (
    <>
      {rows.length + total > 0 && (
        <div className="toolbar">
          {total > 0 && (
            <strong className={styles.summary}>
              {passed} / {total} passed
            </strong>
          )}
          <SummaryBadges failedCount={failedCount} errorCount={report.scriptErrors.length} />
          <span className={styles.end}>
            {tabId !== undefined && failedCount + report.scriptErrors.length > 0 && (
              <ExplainButton tabId={tabId} about="tests" />
            )}
            <SegmentedControl
              label="Show tests"
              value={filter}
              choices={[
                { value: 'all', label: 'All' },
                { value: 'failed', label: 'Failed' },
              ]}
              onChange={setFilter}
            />
          </span>
        </div>
      )}
      {rows.length === 0 ? (
        <p className="empty-note">
          {filter === 'failed' ? 'No test failed.' : 'The scripts listed no tests.'}
        </p>
      ) : (
        <ResultList rows={rows} requestId={requestId} onGoToLine={onGoToLine} />
      )}
    </>
  )
}

/** A script that crashed may have more tests than it ran, so the passed ones may not be all. */
function SummaryBadges({
  failedCount,
  errorCount,
}: {
  readonly failedCount: number
  readonly errorCount: number
}) {
  if (failedCount + errorCount === 0)
    return <span className={classNames(styles.badge, styles.good)}>All passed</span>
  return (
    <>
      {failedCount > 0 && (
        <span className={classNames(styles.badge, styles.bad)}>
          {failedCount.toLocaleString('en')} failed
        </span>
      )}
      {errorCount > 0 && (
        <span className={classNames(styles.badge, styles.bad)}>{scriptErrorWords(errorCount)}</span>
      )}
    </>
  )
}

interface ResultListProps {
  readonly rows: readonly ResultRow[]
  readonly requestId: TestResultsProps['requestId']
  readonly onGoToLine: TestResultsProps['onGoToLine']
}

/** Only the rows in sight exist: a script may list tens of thousands of tests. */
function ResultList({ rows, requestId, onGoToLine }: ResultListProps) {
  const { scroller, indexes, before, after, measure } = useVirtualRows<HTMLElement>(rows.length, rowHeight)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must take the arrow keys.
    <section ref={scroller} className={styles.scroller} aria-label="Test results" tabIndex={0}>
      <ul
        aria-label="Test results"
        className={styles.list}
        style={{ paddingTop: before, paddingBottom: after }}
      >
        {indexes.map(index => {
          const row = rows[index]
          return (
            row !== undefined && (
              <li
                key={index}
                ref={measure}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={rows.length}
                className={styles.row}
              >
                {row.kind === 'test' ? (
                  <TestRow result={row.result} />
                ) : (
                  <ErrorRow error={row.error} requestId={requestId} onGoToLine={onGoToLine} />
                )}
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

const rowHeight = 34

function TestRow({ result }: { readonly result: TestResult }) {
  const name = result.name.trim() === '' ? 'Test without a name' : shownName(result.name)
  const checks = result.checks ?? []
  return (
    <>
      {result.passed ? (
        <Check className={styles.passed} size={16} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        <X className={styles.failed} size={16} strokeWidth={1.75} aria-hidden="true" />
      )}
      <div className={styles.text}>
        <span className={result.passed ? undefined : styles.failedName}>
          <span className="unseen">{result.passed ? 'Passed ' : 'Failed '}</span>
          {name}
        </span>
        {!result.passed && checks.length === 0 && (
          <code className={styles.reason}>{revealInvisible(result.reason)}</code>
        )}
        {checks.map((check, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks repeat, and never move.
          <code key={index} className={check.outcome === 'passed' ? styles.check : styles.reason}>
            {check.outcome === 'passed' ? '✓' : '✗'} {revealInvisible(check.message)}
          </code>
        ))}
      </div>
      {result.assertion !== undefined && <span className={styles.kind}>Assertion</span>}
    </>
  )
}

interface ErrorRowProps {
  readonly error: ScriptError
  readonly requestId: TestResultsProps['requestId']
  readonly onGoToLine: TestResultsProps['onGoToLine']
}

function ErrorRow({ error, requestId, onGoToLine }: ErrorRowProps) {
  const { line } = error
  const secret = withheldSecretOf(error.message)
  return (
    <>
      <TriangleAlert className={styles.failed} size={16} strokeWidth={1.75} aria-hidden="true" />
      <div className={styles.text}>
        <span>
          <span className={styles.errorLabel}>Script error:</span>{' '}
          <code className={styles.message}>{revealInvisible(error.message)}</code>
        </span>
        {error.owner !== 'request' && <span className={styles.reason}>{scriptPlaceName(error)}</span>}
      </div>
      {secret !== null && <WithheldSecret name={secret} requestId={requestId} size="small" />}
      {secret === null && error.owner === 'request' && line !== null && onGoToLine !== null && (
        <Button size="small" onPress={() => onGoToLine(error, line)}>
          Go to line {line}
        </Button>
      )}
    </>
  )
}

import type { RunRow } from '@parley/engine'
import { formatElapsed, shownName } from '@parley/model'
import type { RunInfo } from '@parley/server/contract'
import { type ReactNode, useMemo } from 'react'
import { classNames } from '../../components/class-names.ts'
import { countRows } from '../../workbench/runs/run-rows.ts'
import { averageWords, rateWords, runVerdict } from '../../workbench/runs/run-words.ts'
import { isInProgress } from '../../workbench/runs/runs.ts'
import { ElapsedTime } from '../ResponsePane/ElapsedTime.tsx'
import styles from './RunFacts.module.css'

/** The progress of a run, in numbers and as a bar. */
export function RunFacts({ run, rows }: { readonly run: RunInfo; readonly rows: readonly RunRow[] }) {
  const verdict = runVerdict(
    run,
    useMemo(() => countRows(rows), [rows]),
  )
  const { summary, options, requests, startedAt } = run
  const ended = summary?.requests ?? 0
  // Scripts that change the order may send more than was planned.
  const total = Math.max(requests * options.iterations, ended)
  const failed = (summary?.counts.failed ?? 0) + (summary?.counts.error ?? 0)
  const isRunning = isInProgress(run)
  const share = total === 0 ? 0 : ended / total
  return (
    <>
      <p className={classNames(styles.verdict, verdict.tone)}>{verdict.text}</p>
      <dl className={styles.facts}>
        <Fact name="Requests" minWidthPx={countWidthPx(total)}>
          {ended.toLocaleString('en')} <small>/ {total.toLocaleString('en')}</small>
        </Fact>
        <Fact name="Failed" isBad={failed > 0}>
          {failed.toLocaleString('en')}
        </Fact>
        <Fact name="Tests passed">{(summary?.testsPassed ?? 0).toLocaleString('en')}</Fact>
        <Fact name="Tests failed" isBad={(summary?.testsFailed ?? 0) > 0}>
          {(summary?.testsFailed ?? 0).toLocaleString('en')}
        </Fact>
        <Fact name="Script errors" isBad={(summary?.scriptErrors ?? 0) > 0}>
          {(summary?.scriptErrors ?? 0).toLocaleString('en')}
        </Fact>
        <Fact name="Average time">{averageWords(summary)}</Fact>
        <Fact name="Requests / s">
          {rateWords(ended - (summary?.counts.skipped ?? 0), summary?.elapsedMs ?? 0)}
        </Fact>
        <Fact name="Elapsed">
          {isRunning ? <ElapsedTime startedAt={startedAt} /> : formatElapsed(summary?.elapsedMs ?? 0)}
        </Fact>
      </dl>
      <p className={styles.caption}>{captionOf(run)}</p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Run progress"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={ended}
        aria-valuetext={`${ended} of ${total} requests`}
      >
        <span
          className={classNames(failed > 0 && styles.failing)}
          style={{ transform: `scaleX(${run.state === 'failed' ? 0 : share})` }}
        />
      </div>
    </>
  )
}

/** A number with its name below it. */
export function Fact({
  name,
  isBad = false,
  minWidthPx,
  children,
}: {
  readonly name: string
  readonly isBad?: boolean
  readonly minWidthPx?: number
  readonly children: ReactNode
}) {
  return (
    <div style={minWidthPx === undefined ? {} : { minWidth: `max(74px, ${minWidthPx}px)` }}>
      <dt>{name}</dt>
      <dd className={classNames(isBad && styles.bad)}>{children}</dd>
    </div>
  )
}

/** Space for both numbers at the end, so that the texts beside them do not move. */
function countWidthPx(total: number): number {
  const { length } = total.toLocaleString('en')
  return length * 13 + (length + 3) * 7
}

function captionOf({ current, options, environmentName, dataName, state }: RunInfo): string {
  const { iterations, delayMs, parallel } = options
  const name = current?.key.slice(current.key.lastIndexOf('/') + 1) ?? ''
  const parts = [
    ...(state === 'preparing' ? ['Preparing'] : []),
    ...(current === null ? [] : [`Sending ${name}`]),
    current === null || iterations === 1
      ? `${iterations.toLocaleString('en')} ${iterations === 1 ? 'iteration' : 'iterations'}`
      : `Iteration ${(current.iteration + 1).toLocaleString('en')} of ${iterations.toLocaleString('en')}`,
    ...(parallel > 1 ? [`${parallel} at the same time`] : []),
    environmentName ?? 'No environment',
    ...(dataName === null ? [] : [dataName]),
    `${delayMs} ms delay`,
  ]
  return shownName(parts.join(' · '))
}

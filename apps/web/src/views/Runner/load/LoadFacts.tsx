import { formatDuration, shownName } from '@parley/model'
import { classNames } from '../../../components/class-names.ts'
import {
  errorWords,
  type LoadRun,
  loadShare,
  perSecondWords,
  progressWords,
} from '../../../workbench/runs/load/load-words.ts'
import styles from '../RunFacts.module.css'
import { Fact } from '../RunFacts.tsx'
import loadStyles from './Load.module.css'

/** The figures of all requests of a load test, and how far it is. */
export function LoadFacts({ run }: { readonly run: LoadRun }) {
  const { total, users, requestsPerSecond, engine, ending } = run.load
  const time = (ms: number | undefined) => (ms === undefined ? '–' : formatDuration(ms))
  const isBad = (total?.failures ?? 0) > 0
  const share = run.state === 'failed' ? 0 : loadShare(run)
  const rate = requestsPerSecond === null ? [] : [`${perSecondWords(requestsPerSecond)} requests/s asked for`]
  const outcome = ending === null ? [] : [endingWords(ending)]
  const isFailed = ending?.state === 'completed' && !ending.isPassed
  const caption = [
    ...outcome,
    progressWords(run),
    run.environmentName ?? 'No environment',
    engine,
    ...rate,
    ...(run.dataName === null ? [] : [run.dataName]),
  ]
  return (
    <>
      <div className={loadStyles.head}>
        <dl className={styles.facts}>
          <Fact name="Virtual users">{users.toLocaleString('en')}</Fact>
          <Fact name="Requests" minWidthPx={96}>
            {total === null ? '–' : `${perSecondWords(total.perSecond)} /s`}
          </Fact>
          <Fact name="Median" minWidthPx={84}>
            {time(total?.medianMs)}
          </Fact>
          <Fact name="95 %" minWidthPx={84}>
            {time(total?.p95Ms)}
          </Fact>
          <Fact name="99 %" minWidthPx={84}>
            {time(total?.p99Ms)}
          </Fact>
          <Fact name="Errors" isBad={isBad} minWidthPx={84}>
            {total === null ? '–' : errorWords(total)}
          </Fact>
        </dl>
        <p className={styles.caption}>{shownName(caption.join(' · '))}</p>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Load progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={progressWords(run)}
      >
        <span className={classNames(isFailed && styles.failing)} style={{ transform: `scaleX(${share})` }} />
      </div>
    </>
  )
}

function endingWords({ state, isPassed }: NonNullable<LoadRun['load']['ending']>): string {
  if (state === 'cancelled') return 'Stopped'
  return isPassed ? 'Passed' : 'Not passed'
}

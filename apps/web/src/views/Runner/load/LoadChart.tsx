import { classNames } from '../../../components/class-names.ts'
import { axisTop } from '../../../workbench/runs/load/load-words.ts'
import styles from './Load.module.css'

export interface LoadLine {
  readonly kind: 'median' | 'p95' | 'rate'
  /** Seconds since the start, and the value then. */
  readonly points: readonly (readonly [at: number, value: number])[]
}

export interface LoadChartProps {
  readonly title: string
  /** What the lines show now, for those who do not see them. */
  readonly words: string
  readonly lines: readonly LoadLine[]
}

const parts = [1, 2 / 3, 1 / 3, 0] as const

/** Lines over the time of a load test, with an axis on the right. */
export function LoadChart({ title, words, lines }: LoadChartProps) {
  const all = lines.flatMap(({ points }) => points)
  const top = axisTop(Math.max(3, ...all.map(([, value]) => value)))
  const end = Math.max(1, ...all.map(([at]) => at))
  const start = Math.min(end - 1, ...all.map(([at]) => at))
  const place = ([at, value]: readonly [number, number]) =>
    `${(((at - start) / (end - start)) * 100).toFixed(2)},${(100 - (value / top) * 100).toFixed(2)}`
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.title}>{title}</figcaption>
      <div className={styles.plot}>
        {parts.map(part => (
          <div key={part} className={styles.grid} style={{ top: `${(1 - part) * 100}%` }} aria-hidden="true">
            <span>{Math.round(top * part).toLocaleString('en')}</span>
          </div>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={`${title}: ${words}`}>
          {lines.map(({ kind, points }) => (
            <polyline
              key={kind}
              className={classNames(styles.line, styles[kind])}
              points={points.map(place).join(' ')}
            />
          ))}
        </svg>
      </div>
    </figure>
  )
}

/** The names of the lines of response times. */
export function LoadLegend() {
  return (
    <p className={styles.legend} aria-hidden="true">
      {(['median', 'p95'] as const).map(kind => (
        <span key={kind} className={styles.key}>
          <svg viewBox="0 0 12 2" aria-hidden="true">
            <path d="M0 1h12" className={classNames(styles.line, styles[kind])} />
          </svg>
          {kind === 'median' ? 'Median' : '95 %'}
        </span>
      ))}
    </p>
  )
}

import { shownName } from '@parley/model'
import type { LoadOutcome, LoadPlanned, UntranslatedPart } from '@parley/server/contract'
import { SkeletonLines } from '../../../components/lists/SkeletonLines.tsx'
import { useVirtualRows } from '../../../components/lists/use-virtual-rows.ts'
import { placeWords } from '../../../workbench/runs/load/load-words.ts'
import runStyles from '../RunOptions.module.css'
import styles from './Load.module.css'

export interface UntranslatedProps {
  /** Undefined until it is read. */
  readonly plan: LoadPlanned | Extract<LoadOutcome, { state: 'failed' }> | undefined
}

const rowHeight = 48

/** What a load test does not do as Parley does, by request and line. */
export function Untranslated({ plan }: UntranslatedProps) {
  return (
    <section className={runStyles.plan} aria-label="Not translated">
      {plan === undefined && <SkeletonLines />}
      {plan?.state === 'failed' && (
        <p className={runStyles.hold} role="alert">
          {plan.sentence} {plan.nextStep}
        </p>
      )}
      {plan?.state === 'planned' && (
        <>
          <div className={runStyles.planHead}>
            <span>Not translated</span>
            <span className={runStyles.end}>{plan.totalUntranslated.toLocaleString('en')}</span>
          </div>
          {plan.untranslated.length === 0 ? (
            <p className={runStyles.hold}>The load test sends all requests with their scripts.</p>
          ) : (
            <PartList parts={plan.untranslated} total={plan.totalUntranslated} />
          )}
        </>
      )}
    </section>
  )
}

function PartList({ parts, total }: { readonly parts: readonly UntranslatedPart[]; readonly total: number }) {
  const list = useVirtualRows<HTMLElement>(parts.length, rowHeight)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
    <section ref={list.scroller} className={styles.parts} tabIndex={0} aria-label="Parts">
      <ul
        className={runStyles.list}
        aria-label="Not translated"
        style={{ paddingTop: list.before, paddingBottom: list.after }}
      >
        {list.indexes.map(index => {
          const part = parts[index]
          return (
            part !== undefined && (
              <li
                key={index}
                ref={list.measure}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={total}
                className={styles.part}
              >
                <div className={styles.place}>{shownName(placeWords(part))}</div>
                <div className="detail">{sentenceOf(part)}</div>
              </li>
            )
          )
        })}
      </ul>
      {total > parts.length && (
        <p className="empty-note">The first {parts.length.toLocaleString('en')} are listed.</p>
      )}
    </section>
  )
}

function sentenceOf({ text, isLeftOut }: UntranslatedPart): string {
  const shown = shownName(text)
  return isLeftOut ? `The request is left out: ${shown}` : shown.charAt(0).toUpperCase() + shown.slice(1)
}

import { type Repeat, repeatWords } from '../../workbench/sending/repeat.ts'
import { TimeUntil } from '../Live/TimeUntil.tsx'
import styles from './ResponseFoot.module.css'

/** How far the request that is sent repeatedly is, and how its sends went. */
export function RepeatFoot({ repeat }: { readonly repeat: Repeat }) {
  const { nextAt, passed, failed } = repeat
  return (
    <p className={styles.foot}>
      <span className={styles.clock}>
        {repeatWords(repeat)} ·{' '}
        {nextAt !== null && (
          <>
            next <TimeUntil at={nextAt} /> ·{' '}
          </>
        )}
        {passed} succeeded, {failed} failed
      </span>
    </p>
  )
}

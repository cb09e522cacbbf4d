import styles from './CutName.module.css'

/** A name that is cut before its end where it is too long for its place. */
export function CutName({ start, end }: { readonly start: string; readonly end: string }) {
  return (
    <span className={styles.name}>
      {start !== '' && <span className={styles.start}>{start}</span>}
      <span className={styles.end}>{end}</span>
    </span>
  )
}

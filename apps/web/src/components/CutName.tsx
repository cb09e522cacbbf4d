import styles from './CutName.module.css'

/** A name that is cut before its end where it is too long for its place. */
export function CutName({ start, end }: { readonly start: string; readonly end: string }) {
  return (
    <span className={styles.name}>
      {start !== '' && <span className={styles.start}>{start}</span>}
      {/* Of a name that is read from the right, the left end is cut. */}
      <span className={styles.end} dir={start === '' ? 'auto' : undefined}>
        {end}
      </span>
    </span>
  )
}

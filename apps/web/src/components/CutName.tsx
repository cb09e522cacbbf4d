import styles from './CutName.module.css'

/** A name that is cut before its end where it is too long for its place. */
export function CutName({ start, end }: { readonly start: string; readonly end: string }) {
  return (
    <span className={styles.name}>
      {/* Of a name that is read from the right, the left end is cut. */}
      {start !== '' && (
        <span className={styles.start} dir={end === '' ? 'auto' : undefined}>
          {start}
        </span>
      )}
      <span className={styles.end} dir={start === '' ? 'auto' : undefined}>
        {end}
      </span>
    </span>
  )
}

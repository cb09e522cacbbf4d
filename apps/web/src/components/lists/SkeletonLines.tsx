import styles from './SkeletonLines.module.css'

/** Grey lines in the place of a list that is still read. */
export function SkeletonLines() {
  return (
    <div className={styles.lines} aria-hidden="true">
      {[62, 48, 74, 56, 68, 44].map(share => (
        <span key={share} style={{ width: `${share}%` }} />
      ))}
    </div>
  )
}

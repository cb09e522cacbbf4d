import styles from './KeyHint.module.css'

export interface KeyHintProps {
  /** Keys with a space between them, as on Linux and Windows: `Ctrl Enter`. */
  readonly keys: string
}

const isMac = navigator.platform.startsWith('Mac')

/** A shortcut as keys. Hidden from the accessibility tree, as names stay exact. */
export function KeyHint({ keys }: KeyHintProps) {
  return (
    <span className={styles.keys} aria-hidden="true">
      {keys.split(' ').map(key => (
        <kbd key={key}>{isMac && key === 'Ctrl' ? '⌘' : key}</kbd>
      ))}
    </span>
  )
}

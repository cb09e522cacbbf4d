import styles from './KeyHint.module.css'

export interface KeyHintProps {
  /** As the keymap has them: `Mod+Enter`, where `Mod` is Ctrl, and Cmd on macOS. */
  readonly keys: string
}

const isMac = navigator.platform.startsWith('Mac')

/** A shortcut as keys. Hidden from the accessibility tree, as names stay exact. */
export function KeyHint({ keys }: KeyHintProps) {
  return (
    <span className={styles.keys} aria-hidden="true">
      {keys.split('+').map(key => (
        <kbd key={key}>{key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key}</kbd>
      ))}
    </span>
  )
}

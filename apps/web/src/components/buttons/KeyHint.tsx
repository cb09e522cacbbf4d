import { keyNameList } from '../key-names.ts'
import styles from './KeyHint.module.css'

export interface KeyHintProps {
  /** In the notation of the keymap: `Mod+Enter`, where `Mod` is Cmd on macOS and Ctrl elsewhere. */
  readonly keys: string
}

/**
 * A shortcut as keys. Hidden from the accessibility tree, so that accessible names contain only the label.
 */
export function KeyHint({ keys }: KeyHintProps) {
  return (
    <span className={styles.keys} aria-hidden="true">
      {keyNameList(keys).map(key => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}

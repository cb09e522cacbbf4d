import { KeyHint } from '../../components/buttons/KeyHint.tsx'
import styles from './ResponsePane.module.css'

/** What the pane shows before a request is sent: what to do, followed by its keys. */
export function IdleView({ words }: { readonly words: string }) {
  return (
    <div className={styles.hold}>
      <p className={styles.idle}>
        {words}, with <KeyHint keys="Mod+Enter" />
        <span className={styles.hidden}>Ctrl Enter</span>
      </p>
    </div>
  )
}

/** What a tab of a response says while it has nothing else to show. */
export function MutedText({ text }: { readonly text: string }) {
  return (
    <div className={styles.hold}>
      <p className={styles.idle}>{text}</p>
    </div>
  )
}

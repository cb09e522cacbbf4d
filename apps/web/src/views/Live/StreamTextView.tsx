import { useEffect } from 'react'
import { useStore } from 'zustand'
import { describeNoText, type StreamText } from '../../workbench/live/stream-text.ts'
import styles from './StreamTextView.module.css'

export interface StreamTextViewProps {
  readonly text: StreamText
}

/** What the events of a stream of a language model say, as running text. */
export function StreamTextView({ text }: StreamTextViewProps) {
  const state = useStore(text.store)
  const empty = describeNoText(state)
  useEffect(() => text.watch(), [text])
  return (
    <div className={styles.view}>
      {state.problem !== null && (
        <p className="empty-note" role="alert">
          {state.problem}
        </p>
      )}
      {empty === null ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
        <section className={styles.scroller} aria-label="Text of the events" tabIndex={0}>
          <p className={styles.text}>
            {state.pieces.map((piece, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces only grow at the end.
              <span key={at}>{piece}</span>
            ))}
          </p>
        </section>
      ) : (
        <p className="empty-note">{empty}</p>
      )}
      {state.isCut && (
        <p className={styles.cut}>Only the first 1,000,000 characters are shown. Body has all of them.</p>
      )}
    </div>
  )
}

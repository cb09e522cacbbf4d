import { formatElapsed, formatSize } from '@parley/model'
import { useEffect, useRef } from 'react'
import { Button } from '../../components/Button.tsx'
import { KeyHint } from '../../components/KeyHint.tsx'
import type { AwaitingSend } from '../../workbench/request-tab.ts'
import styles from './ResponsePane.module.css'

export interface AwaitingViewProps {
  readonly send: AwaitingSend
  readonly onCancel: () => void
}

/** Elapsed time, what has arrived so far, and Cancel. */
export function AwaitingView({ send, onCancel }: AwaitingViewProps) {
  const { startedAt, response } = send
  const clock = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    let frame = 0
    const tick = () => {
      const text = formatElapsed(Date.now() - startedAt)
      if (clock.current !== null && clock.current.textContent !== text) clock.current.textContent = text
      frame = requestAnimationFrame(tick)
    }
    tick()
    return () => cancelAnimationFrame(frame)
  }, [startedAt])
  return (
    <div className={styles.hold}>
      <h2>Awaiting response</h2>
      <p ref={clock} className={styles.elapsed} aria-live="off" />
      {response !== null && (
        <p className={styles.received}>{formatSize(response.content.decodedBytes)} received…</p>
      )}
      <div className={styles.actions}>
        <Button variant="outlined" onPress={onCancel}>
          Cancel
          <KeyHint keys="Esc" />
        </Button>
      </div>
    </div>
  )
}

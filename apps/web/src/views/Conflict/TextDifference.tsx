import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { type Difference, showDifference } from '../../editor/difference-view.ts'
import { useNonce } from '../../wiring/use-stores.ts'
import styles from './TextDifference.module.css'

export interface TextDifferenceProps {
  readonly left: string
  readonly right: string
  /** Accessible names of the two sides. */
  readonly leftLabel: string
  readonly rightLabel: string
  /** Whether lines that do not differ are left out. */
  readonly isShort: boolean
  /** Goes through the changes. */
  readonly ref?: Ref<Pick<Difference, 'go'>>
}

/** Two texts side by side with their differences marked, using the available height. */
export function TextDifference({ left, right, leftLabel, rightLabel, isShort, ref }: TextDifferenceProps) {
  const nonce = useNonce()
  const parent = useRef<HTMLDivElement>(null)
  const shown = useRef<Difference>(null)
  useImperativeHandle(ref, () => ({ go: to => shown.current?.go(to) }))
  useEffect(() => {
    if (parent.current === null) return
    const labels = { left: leftLabel, right: rightLabel }
    const difference = showDifference(parent.current, { left, right }, { labels, isShort, nonce })
    shown.current = difference
    return () => {
      shown.current = null
      difference.remove()
    }
  }, [left, right, leftLabel, rightLabel, isShort, nonce])
  return <div ref={parent} className={styles.difference} />
}

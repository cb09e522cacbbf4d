import { useEffect, useRef } from 'react'
import { showDifference } from '../../editor/difference-view.ts'
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
}

/** Two texts side by side with their differences marked, using the available height. */
export function TextDifference({ left, right, leftLabel, rightLabel, isShort }: TextDifferenceProps) {
  const nonce = useNonce()
  const parent = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (parent.current === null) return
    const labels = { left: leftLabel, right: rightLabel }
    return showDifference(parent.current, { left, right }, { labels, isShort, nonce })
  }, [left, right, leftLabel, rightLabel, isShort, nonce])
  return <div ref={parent} className={styles.difference} />
}

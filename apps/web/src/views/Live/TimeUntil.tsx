import { useEffect, useRef } from 'react'
import { monotonicTime } from '../../window/monotonic-time.ts'

export interface TimeUntilProps {
  /** Milliseconds since the epoch. */
  readonly at: number
}

const stepMs = 250

/** Counts the seconds until a time. It changes a text node directly and is never announced. */
export function TimeUntil({ at }: TimeUntilProps) {
  const text = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((monotonicTime(at) - performance.now()) / 1000))
      if (text.current !== null) text.current.textContent = `in ${seconds} s`
    }
    tick()
    const timer = setInterval(tick, stepMs)
    return () => clearInterval(timer)
  }, [at])
  return <span ref={text} aria-live="off" />
}

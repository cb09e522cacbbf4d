import { formatElapsed } from '@parley/model'
import { useEffect, useRef } from 'react'
import { elapsedSince } from '../../window/monotonic-time.ts'

export interface ElapsedTimeProps {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly className?: string | undefined
}

const stepMs = 100

/** A clock in steps of 0.1 s. It changes a text node directly and is never announced. */
export function ElapsedTime({ startedAt, className }: ElapsedTimeProps) {
  const clock = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const tick = () => {
      if (clock.current !== null) clock.current.textContent = formatElapsed(elapsedSince(startedAt))
    }
    tick()
    const timer = setInterval(tick, stepMs)
    return () => clearInterval(timer)
  }, [startedAt])
  return <span ref={clock} className={className} aria-live="off" />
}

import { useEffect, useRef } from 'react'
import { elapsedSince } from '../../window/monotonic-time.ts'
import { clockLabel } from '../../workbench/live/clock-label.ts'

export interface ClockTimeProps {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

const stepMs = 250

/** A clock of minutes and seconds. It changes a text node directly and is never announced. */
export function ClockTime({ startedAt }: ClockTimeProps) {
  const clock = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const tick = () => {
      if (clock.current !== null) clock.current.textContent = clockLabel(elapsedSince(startedAt))
    }
    tick()
    const timer = setInterval(tick, stepMs)
    return () => clearInterval(timer)
  }, [startedAt])
  return <span ref={clock} aria-live="off" />
}

import { formatElapsed } from '@parley/model'
import { useEffect, useRef } from 'react'

export interface ElapsedTimeProps {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly className?: string | undefined
}

/** A clock in steps of 0.1 s. It changes a text node directly and is never announced. */
export function ElapsedTime({ startedAt, className }: ElapsedTimeProps) {
  const clock = useRef<HTMLSpanElement>(null)
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
  return <span ref={clock} className={className} aria-live="off" />
}

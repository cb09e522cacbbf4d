import type { Awaiting, ProgressLine } from './progress-line.ts'

/** The line on the terminal that tells how far a long send is. */
export interface ProgressDisplay {
  update(awaiting: Awaiting): void
  /** Erases the line, for good. */
  end(): void
}

/** Short sends show none, and load nothing for it. */
const shownAfterMs = 1000

/** Shows the line on standard error once a send takes longer; nowhere but on a terminal. */
export function showProgress(): ProgressDisplay {
  if (!process.stderr.isTTY || process.env.TERM === 'dumb') return { update() {}, end() {} }
  let latest: Awaiting | null = null
  let line: ProgressLine | null = null
  let isEnded = false
  const timer = setTimeout(async () => {
    const { startProgressLine } = await import('./progress-line.ts')
    if (!isEnded) line = startProgressLine(process.stderr, () => latest)
  }, shownAfterMs)
  return {
    update(awaiting) {
      latest = awaiting
    },
    end() {
      isEnded = true
      clearTimeout(timer)
      line?.end()
    },
  }
}

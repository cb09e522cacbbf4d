import type { Io } from '../io/io.ts'
import type { Awaiting, ProgressLine } from './progress-line.ts'

/** The line on the terminal that shows the progress of a long send. */
export interface ProgressDisplay {
  update(awaiting: Awaiting): void
  /** Erases the line permanently. */
  end(): void
}

/** Sends shorter than this show no line, and do not load the code for it. */
const shownAfterMs = 1000

/** Shows the line on standard error once a send takes longer, but only on a terminal. */
export function showProgress({ stderr, env }: Pick<Io, 'stderr' | 'env'>): ProgressDisplay {
  if (!stderr.isTerminal || env.TERM === 'dumb') return { update() {}, end() {} }
  let latest: Awaiting | null = null
  let line: ProgressLine | null = null
  let isEnded = false
  const timer = setTimeout(async () => {
    const { startProgressLine } = await import('./progress-line.ts')
    if (!isEnded) line = startProgressLine(stderr, () => latest)
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

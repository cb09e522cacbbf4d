import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** In microseconds; `tdur` counts only the time on a processor. */
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** Records what the page's main thread does until `stopTrace`. A browser records one trace at a time. */
export function startTrace(browser: Browser, page: Page): Promise<void> {
  return browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
}

/**
 * Returns the longest task of the page's main thread since `startTrace`, in milliseconds of processor time.
 * Time in which other programs had the processor is not counted, so a busy machine does not change the
 * result.
 */
export async function stopTrace(browser: Browser): Promise<number> {
  const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(
    (await browser.stopTracing()).toString(),
  )
  return longestTask(traceEvents)
}

/** Returns the longest task of the main thread while `act` runs, in milliseconds of processor time. */
export async function longestTaskOf(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await startTrace(browser, page)
  let longest = Number.NaN
  try {
    await act()
  } finally {
    longest = await stopTrace(browser)
  }
  return longest
}

function longestTask(events: readonly TraceEvent[]): number {
  const tasks = events.filter(event => event.name === 'RunTask')
  const countOf = (thread: TraceEvent) => tasks.filter(task => task.pid === thread.pid).length
  // A spare renderer may exist next to the page's, which is the one that did the most.
  const [mainThread] = events
    .filter(event => event.name === 'thread_name' && event.args.name === 'CrRendererMain')
    .sort((left, right) => countOf(right) - countOf(left))
  const own = tasks.filter(task => task.pid === mainThread?.pid && task.tid === mainThread?.tid)
  if (own.length === 0) throw new Error('The trace has no tasks of the page')
  return own.reduce((longest, task) => Math.max(longest, (task.tdur ?? task.dur ?? 0) / 1000), 0)
}

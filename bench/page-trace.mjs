/** The longest task of the page's main thread, in milliseconds of its processor time: other programs are none of it. */
export function longestTask({ traceEvents }) {
  const mainThread = traceEvents.find(
    event =>
      event.name === 'thread_name' && event.args.name === 'CrRendererMain' && isOfPage(event, traceEvents),
  )
  const tasks = traceEvents.filter(
    event => event.name === 'RunTask' && event.pid === mainThread?.pid && event.tid === mainThread?.tid,
  )
  if (tasks.length === 0) throw new Error('The trace holds no tasks of the page')
  return Math.max(...tasks.map(task => (task.tdur ?? task.dur ?? 0) / 1000))
}

/** There may be a spare renderer beside that of the page: the page's has done the most. */
function isOfPage(thread, events) {
  const count = pid => events.filter(event => event.pid === pid && event.name === 'RunTask').length
  const renderers = events.filter(
    event => event.name === 'thread_name' && event.args.name === 'CrRendererMain',
  )
  return count(thread.pid) === Math.max(...renderers.map(renderer => count(renderer.pid)))
}

/** A time beside its limit. */
export function shown(milliseconds, limitMs) {
  return `${milliseconds.toFixed(0)} ms (${(milliseconds / limitMs).toFixed(2)} of ${limitMs})`
}

/** Runs reads and saves of documents one after another. */
export interface SaveQueue {
  run<Value>(task: () => Promise<Value>): Promise<Value>
}

/**
 * Runs saves one after another: a save that overtook another one would treat its file as changed by another
 * program.
 */
export function createSaveQueue(): SaveQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(task) {
      const done = last.then(task)
      last = done.catch(() => undefined)
      return done
    },
  }
}

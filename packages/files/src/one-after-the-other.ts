/** Runs tasks with the same key one after another, in order; tasks with different keys run in parallel. */
export class OneAfterTheOther {
  readonly #last = new Map<string, Promise<void>>()

  /** Resolves or rejects like the task; a failed task does not block the next. */
  run<Value>(key: string, task: () => Promise<Value>): Promise<Value> {
    const running = (this.#last.get(key) ?? Promise.resolve()).then(task)
    const done = running.then(
      () => {},
      () => {},
    )
    this.#last.set(key, done)
    void done.then(() => {
      if (this.#last.get(key) === done) this.#last.delete(key)
    })
    return running
  }
}

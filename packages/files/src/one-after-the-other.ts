/** Runs tasks of one key in the order in which they came; those of different keys run side by side. */
export class OneAfterTheOther {
  readonly #last = new Map<string, Promise<void>>()

  /** Resolves or rejects as the task does; a failed one does not hold up the next. */
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

import type { WorkspaceChanges } from '../tree/known-workspace.ts'

/** Finds damage in files of which only the heads were read, in the background. */
export class BackgroundChecks {
  readonly #check: (signal: AbortSignal) => Promise<readonly string[]>
  readonly #onChanges: (changes: WorkspaceChanges) => void
  readonly #ending = new AbortController()
  #isRunning = false
  #isAsked = false

  /** @param check resolves to the paths of files whose damage changed */
  constructor(
    check: (signal: AbortSignal) => Promise<readonly string[]>,
    onChanges: (changes: WorkspaceChanges) => void,
  ) {
    this.#check = check
    this.#onChanges = onChanges
  }

  /** Checks the files that were not checked yet, and once more if a check is already running. */
  begin(): void {
    this.#isAsked = true
    if (!this.#isRunning) void this.#run()
  }

  end(): void {
    this.#ending.abort()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#isAsked && !this.#ending.signal.aborted) {
      this.#isAsked = false
      const changed = await this.#check(this.#ending.signal)
      if (changed.length > 0 && !this.#ending.signal.aborted)
        this.#onChanges({ added: [], changed, removed: [], moved: [] })
    }
    this.#isRunning = false
  }
}

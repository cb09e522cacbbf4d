import type { RunResult, RunSummary } from '@parley/engine'

const mostKept = 100

/** A call of this server that sent something. */
export interface KeptOutcome {
  /** `send-1` or `run-1`. */
  readonly id: string
  readonly kind: 'send' | 'run'
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly summary: RunSummary
  /** The result of a send, or those of a run that failed. */
  readonly results: readonly RunResult[]
}

/** The last outcomes of this server. Names replace the values of secrets in them. */
export class Outcomes {
  #kept: readonly KeptOutcome[] = []
  #count = 0

  add(kind: KeptOutcome['kind'], outcome: Omit<KeptOutcome, 'id' | 'kind'>): string {
    this.#count += 1
    const id = `${kind}-${this.#count}`
    this.#kept = [{ id, kind, ...outcome }, ...this.#kept].slice(0, mostKept)
    return id
  }

  /** Returns the outcomes, newest first. */
  all(): readonly KeptOutcome[] {
    return this.#kept
  }

  find(id: string): KeptOutcome | null {
    return this.#kept.find(one => one.id === id) ?? null
  }
}

import type { EarlierOutcome } from './earlier-outcome.ts'

const mostKept = 100

/** A call of this server that sent something. Names replace the values of secrets in it. */
interface OwnOutcome extends Omit<EarlierOutcome, 'by' | 'hasBodies' | 'data'> {
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The last outcomes of this server. */
export class OwnOutcomes {
  #kept: readonly OwnOutcome[] = []
  #count = 0

  /** Returns the ID of the outcome: `send-1` or `run-1`. */
  add(kind: OwnOutcome['kind'], outcome: Omit<OwnOutcome, 'id' | 'kind'>): string {
    this.#count += 1
    const id = `${kind}-${this.#count}`
    this.#kept = [{ id, kind, ...outcome }, ...this.#kept].slice(0, mostKept)
    return id
  }

  /** Returns the outcomes, newest first. */
  all(): readonly OwnOutcome[] {
    return this.#kept
  }

  find(id: string): EarlierOutcome | null {
    const found = this.#kept.find(one => one.id === id)
    return found === undefined ? null : { ...found, by: 'agent', hasBodies: true }
  }
}

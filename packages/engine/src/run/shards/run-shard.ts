/** One part of a run that is spread over several machines. */
export interface RunShard {
  /** From 1. */
  readonly index: number
  readonly count: number
}

import type { RunShard } from '@parley/engine'

/** How much a reporter prints. */
export interface ReporterOptions {
  readonly isColored: boolean
  readonly isQuiet: boolean
  readonly isVerbose: boolean
  /** The part of the run that is reported; null: all of it. */
  readonly shard: RunShard | null
}

import { randomInt, randomUUID } from 'node:crypto'
import type { DynamicSources } from '@parley/engine'

/** The system's clock and random numbers. */
export const dynamicSources: DynamicSources = {
  clock: { now: Date.now },
  random: { uuid: randomUUID, integer: limit => randomInt(limit) },
}

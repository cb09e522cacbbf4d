import { randomInt, randomUUID } from 'node:crypto'
import type { DynamicSources, HostNames } from '@parley/engine'
import { nodeHostNames } from './node-host-names.ts'

/** The system's clock and random numbers, and its rules for the names of hosts. */
export const nodeSources: DynamicSources & { readonly hostNames: HostNames } = {
  clock: { now: Date.now, monotonic: () => performance.now() },
  random: { uuid: randomUUID, integer: limit => randomInt(limit) },
  hostNames: nodeHostNames,
}

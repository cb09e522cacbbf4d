import { randomInt, randomUUID } from 'node:crypto'
import type { CodePorts } from '@parley/codegen'
import type { DynamicSources } from '@parley/engine'
import { nodeHostNames } from '@parley/transport'

/** The system's clock and random numbers. */
export const dynamicSources: DynamicSources = {
  clock: { now: Date.now, monotonic: () => performance.now() },
  random: { uuid: randomUUID, integer: limit => randomInt(limit) },
}

/** The system interfaces that code generation needs. */
export const codePorts: CodePorts = { ...dynamicSources, hostNames: nodeHostNames }

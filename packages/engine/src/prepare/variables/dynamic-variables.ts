import type { DynamicVariableName } from '@parley/model'
import type { Clock, Random } from '../ports/engine-ports.ts'

/** The sources of dynamic values. */
export interface DynamicSources {
  readonly clock: Clock
  readonly random: Random
}

/** The dynamic variables of behaviour 2.6. Each occurrence gets a new value. */
const makers: Readonly<Record<DynamicVariableName, (sources: DynamicSources) => string>> = {
  $guid: ({ random }) => random.uuid(),
  $randomUUID: ({ random }) => random.uuid(),
  $timestamp: ({ clock }) => String(Math.floor(clock.now() / 1000)),
  $isoTimestamp: ({ clock }) => new Date(clock.now()).toISOString(),
  $randomInt: ({ random }) => String(random.integer(1001)),
}

/** Returns a new value; undefined if the name is not a dynamic variable. */
export function dynamicValue(name: string, sources: DynamicSources): string | undefined {
  const known: Readonly<Record<string, ((from: DynamicSources) => string) | undefined>> = makers
  return Object.hasOwn(known, name) ? known[name]?.(sources) : undefined
}

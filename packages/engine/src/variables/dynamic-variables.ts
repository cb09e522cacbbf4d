import type { Clock, Random } from '../ports.ts'

/** What makes the value of a dynamic variable. */
export interface DynamicSources {
  readonly clock: Clock
  readonly random: Random
}

/** The dynamic variables of spec 2.6; each occurrence gets a fresh value. */
const makers: Readonly<Record<string, (sources: DynamicSources) => string>> = {
  $guid: ({ random }) => random.uuid(),
  $randomUUID: ({ random }) => random.uuid(),
  $timestamp: ({ clock }) => String(Math.floor(clock.now() / 1000)),
  $isoTimestamp: ({ clock }) => new Date(clock.now()).toISOString(),
  $randomInt: ({ random }) => String(random.integer(1001)),
}

/** Names as typed between the braces. */
export const dynamicVariableNames: readonly string[] = Object.keys(makers)

/** A fresh value, or undefined where the name is none of the five. */
export function dynamicValue(name: string, sources: DynamicSources): string | undefined {
  return Object.hasOwn(makers, name) ? makers[name]?.(sources) : undefined
}

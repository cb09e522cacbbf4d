/** The names of the dynamic variables of behaviour 2.6, without braces. */
export const dynamicVariableNames = [
  '$guid',
  '$randomUUID',
  '$timestamp',
  '$isoTimestamp',
  '$randomInt',
] as const

/** The name of a dynamic variable. */
export type DynamicVariableName = (typeof dynamicVariableNames)[number]

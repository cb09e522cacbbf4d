import type { Substitution } from './substitute.ts'

/** Fills in all strings within a value. Fixed values of a union contain no `{{` and are unchanged. */
export function fillStrings<Value>(value: Value, substitution: Pick<Substitution, 'fill'>): Value
export function fillStrings(value: unknown, substitution: Pick<Substitution, 'fill'>): unknown {
  if (typeof value === 'string') return substitution.fill(value)
  if (Array.isArray(value)) return value.map(one => fillStrings(one, substitution))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillStrings(one, substitution)]))
}

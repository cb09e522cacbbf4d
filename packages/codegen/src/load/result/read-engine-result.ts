import type { EngineResult, LoadCounts, LoadError } from './load-result.ts'

/** Reads the figures that the script of a load test wrote; null if the text is something else. */
export function readEngineResult(text: string): EngineResult | null {
  const root = membersOf(parsed(text))
  if (root === null || !isAmount(root.seconds)) return null
  const requests = listOf(root.requests, countsOf)
  const errors = listOf(root.errors, errorOf)
  return requests === null || errors === null ? null : { seconds: root.seconds, requests, errors }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function countsOf(value: unknown): LoadCounts | null {
  const read = membersOf(value)
  if (read === null) return null
  const { name, method, count, failures, totalMs, minMs, maxMs } = read
  const histogram = listOf(read.histogram, pairOf)
  if (typeof name !== 'string' || typeof method !== 'string' || histogram === null) return null
  if (!isAmount(count) || !isAmount(failures)) return null
  if (!isAmount(totalMs) || !isAmount(minMs) || !isAmount(maxMs)) return null
  return { name, method, count, failures, totalMs, minMs, maxMs, histogram }
}

function errorOf(value: unknown): LoadError | null {
  const read = membersOf(value)
  if (read === null) return null
  const { name, method, error, count } = read
  if (typeof name !== 'string' || typeof method !== 'string') return null
  return typeof error === 'string' && isAmount(count) ? { name, method, error, count } : null
}

function pairOf(value: unknown): readonly [number, number] | null {
  if (!Array.isArray(value) || value.length !== 2) return null
  const [ms, count]: readonly unknown[] = value
  return isAmount(ms) && isAmount(count) ? [ms, count] : null
}

function listOf<Item>(value: unknown, read: (one: unknown) => Item | null): readonly Item[] | null {
  if (!Array.isArray(value)) return null
  const items: Item[] = []
  for (const one of value) {
    const item = read(one)
    if (item === null) return null
    items.push(item)
  }
  return items
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? { ...value } : null
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

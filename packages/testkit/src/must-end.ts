import { runInNewContext } from 'node:vm'

/**
 * Returns what the work returns, and throws if the work does not end: a test of hostile text then fails by its name, and
 * the tests after it run.
 * @param longestMs - only work that grows with the square of its input takes as long, also on a busy machine; no measure of speed
 */
export function mustEnd<Value>(work: () => Value, longestMs = 8_000): Value {
  let result: { readonly value: Value } | null = null
  const run = () => {
    result = { value: work() }
  }
  runInNewContext('run()', { run }, { timeout: longestMs })
  return resultOf(result)
}

function resultOf<Value>(result: { readonly value: Value } | null): Value {
  if (result === null) throw new Error('The work returned nothing')
  return result.value
}

const comparison =
  /^expected ('(?:[^'\\]|\\.)*'|\S+) to (?:equal|be at least|be at most|include|match) ('(?:[^'\\]|\\.)*'|\S+)$/s

/**
 * Returns why an assertion failed, as short as a cell needs it beside the operator: `6, expected 20` for
 * `expected 6 to be at least 20`. Other reasons are returned as they are.
 */
export function shortReason(reason: string): string {
  return reason.replace(comparison, '$1, expected $2')
}

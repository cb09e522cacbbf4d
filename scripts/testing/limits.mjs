/**
 * What the check may have at most. Everybody waits for it at every change, so more is a decision: a new capability
 * adds two or three browser tests and no program that tests in the process can replace.
 */
export const limits = {
  /** Browser tests in `e2e/core`. */
  coreTests: 56,
  /** Programs that unit tests start. */
  programs: 54,
}

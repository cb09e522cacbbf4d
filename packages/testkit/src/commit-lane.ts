import { execFileSync } from 'node:child_process'

/**
 * Returns what `PARLEY_LANE` is to be for the tests of a check: its present value, else the commit, so
 * that every commit takes its own sample and the same commit always the same one.
 */
export function commitLane(): string {
  if (process.env.PARLEY_LANE) return process.env.PARLEY_LANE
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // The sources may have come without their history.
    return 'no-commit'
  }
}

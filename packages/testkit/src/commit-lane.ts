import { execFileSync } from 'node:child_process'

/**
 * Returns the value of `PARLEY_LANE` for the tests of a check: its present value, or else the commit, so that
 * every commit tests its own sample and the same commit always the same one.
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
    // The sources may have been copied without their history.
    return 'no-commit'
  }
}

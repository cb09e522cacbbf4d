import type { Io } from '../../io/io.ts'

/**
 * Takes standard output for messages alone: what anything else writes there goes to standard error from now on.
 * Returns a function that writes a line, and resolves when the next one may follow.
 */
export function takeStandardOutput(io: Pick<Io, 'stdout' | 'stderr'>): (line: string) => Promise<void> {
  const stdout = io.stdout.stream
  const stderr = io.stderr.stream
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  return line => new Promise(resolve => write(line, () => resolve()))
}

import type { StandardOutput } from '../io/standard-output.ts'
import type { BodyTarget } from './body-target.ts'
import { newTerminalText } from './terminal-text.ts'

/** Writes bytes unchanged to a pipe or a file, and as text without control characters to a terminal. */
export function standardOutputTarget(stdout: StandardOutput): BodyTarget {
  const text = stdout.isTerminal ? newTerminalText() : null
  return {
    name: 'Standard output',
    isStandardOutput: true,
    mayShow: stdout.mayShow,
    begin: async () => {},
    write: bytes => stdout.write(text === null ? bytes : text.push(bytes)),
    close: async () => {
      if (text !== null) await stdout.write(text.end())
    },
    kept: () => null,
  }
}

/** What the command line ends with; documented in the README and in `parley --help`. 1 stands for a bug as well. */
export const exitCodes = {
  ok: 0,
  /** Of `parley run`. */
  testsFailed: 1,
  fault: 1,
  /** No whole response came, or it could not be written. A status of 400 or more is a response. */
  requestFailed: 2,
  badInput: 3,
  /** Ctrl+C */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

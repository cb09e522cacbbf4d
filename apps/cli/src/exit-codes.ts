/**
 * The exit codes of the command line, documented in docs/cli.md and in `parley --help`. 1 also means a bug.
 */
export const exitCodes = {
  ok: 0,
  /** A test, script or check failed; also a status of gRPC other than OK, `--fail`, a limit of a load test. */
  testsFailed: 1,
  fault: 1,
  /** No complete response arrived, or it could not be written. A status of 400 or more is a response. */
  requestFailed: 2,
  badInput: 3,
  /** Ctrl+C */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

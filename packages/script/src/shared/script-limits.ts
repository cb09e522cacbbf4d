/**
 * Limits for scripts (behaviour 8), and limits that protect the host from scripts. Sizes are in bytes or UTF-16
 * units.
 */
export const scriptLimits = {
  /** The number of `sendRequest` calls of one script. */
  requests: 5,
  sleepMs: 3_000,
  overrideHeaders: 100,
  overrideHeaderValueBytes: 16 * 1024,
  overrideContentBytes: 5 * 1024 * 1024,
  /** The length of one call from the sandbox to the host. */
  callCharacters: 6 * 1024 * 1024,
  /** The length of a call with a body, whose characters JSON may double. */
  bodyCallCharacters: 11 * 1024 * 1024,
  variableCharacters: 1024 * 1024,
  variableWrites: 5_000,
  variableWriteCharacters: 8 * 1024 * 1024,
  tests: 10_000,
  testNameCharacters: 500,
  testReasonCharacters: 2_000,
  testCharacters: 4 * 1024 * 1024,
  checksOfTest: 100,
  replaceInCharacters: 1024 * 1024,
  consoleLines: 1_000,
  consoleCharacters: 256 * 1024,
  timers: 1_000,
  urlCharacters: 64 * 1024,
  notes: 100,
  noteCharacters: 300,
} as const

/** The number of characters of an error message that are kept. */
export const errorMessageCharacters = 2_000

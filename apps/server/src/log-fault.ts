/**
 * Logs a bug to standard error: the type of the error and its location, but not its message, which may
 * contain a URL, a header or other text that the user typed.
 */
export function logFault(place: string, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const frames = stack.split('\n').filter(line => /^ {4}at /.test(line))
  process.stderr.write(`${[`A bug in Parley (${place}): ${name}${code}`, ...frames].join('\n')}\n`)
}

import { describeFileError, failureCodeOf } from '@parley/files'

/**
 * Describes why the system did not let Parley start, such as read-only app data, and what to do. Returns null
 * for any other error.
 */
export function describeRefusal(error: unknown): string | null {
  const code = failureCodeOf(error)
  const description = describeFileError(code)
  if (description === null) return null
  const path = error instanceof Error && 'path' in error ? String(error.path) : 'its data'
  return `Parley could not use ${path}: ${description.reason} (${code}). ${description.nextStep} You can also set PARLEY_HOME to another folder.`
}

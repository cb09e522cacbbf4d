import { describeFileError, failureCodeOf } from '@parley/files'

/**
 * Why the system did not let Parley start, and what to do, such as for app data that may only be read; null for an
 * error that is no refusal of the system.
 */
export function describeRefusal(error: unknown): string | null {
  const code = failureCodeOf(error)
  const description = describeFileError(code)
  if (description === null) return null
  const path = error instanceof Error && 'path' in error ? String(error.path) : 'its data'
  return `Parley could not use ${path}: ${description.reason} (${code}). ${description.nextStep} You can also set PARLEY_HOME to another folder.`
}

import { isUnauthorized } from './is-unauthorized.ts'

/** A sentence and a next step for an error that a call to the server threw. */
export function describeCallError(error: unknown): string {
  if (isUnauthorized(error)) {
    return 'Parley was restarted after this page was opened. Open the address that it printed.'
  }
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
    return error.message === '' ? `Parley’s server responded with ${error.status}. Try again.` : error.message
  }
  return 'Parley’s server does not respond. Start Parley again.'
}

import type { SendFailure } from '@parley/model'

/** Returns a failure that happened before anything was sent. */
export function preparationFailure(
  kind: SendFailure['kind'],
  code: string,
  subject: string,
  address = '',
): SendFailure {
  return { kind, code, step: 'prepare', address, subject, elapsedMs: 0 }
}

/** Returns the outcome of a send that its pre-request script skipped, which is not an error. */
export function skippedByScript(): SendFailure {
  return preparationFailure('skipped', 'SKIPPED_BY_SCRIPT', '')
}

import type { SendFailure } from '@parley/model'
import { preparationFailure } from './preparation-failure.ts'

/** Returns the outcome of a send that its pre-request script skipped, which is not an error. */
export function skippedByScript(): SendFailure {
  return preparationFailure('skipped', 'SKIPPED_BY_SCRIPT', '')
}

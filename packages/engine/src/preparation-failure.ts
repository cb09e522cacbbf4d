import type { SendFailure } from '@parley/model'

/** A failure before anything was sent. */
export function preparationFailure(
  kind: SendFailure['kind'],
  code: string,
  subject: string,
  address = '',
): SendFailure {
  return { kind, code, step: 'prepare', address, subject, elapsedMs: 0 }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Locked } from '@parley/appdata'
import { failed, type Result } from '@parley/model'

/** How long a call waits while the keychain asks the user; a call returns within 100 ms. */
const askingWaitMs = 80

/**
 * Returns the result of reading or writing encrypted data, or "locked" while the keychain asks the user. The
 * work continues in that case, and `onLate` is called when it has ended.
 */
export async function limitKeychainWait<Value>(
  vault: { readonly isAsking: boolean },
  work: Promise<Result<Value, Locked>>,
  onLate: () => void,
): Promise<Result<Value, Locked>> {
  const isDone = () => Promise.race([work.then(() => true), sleep(askingWaitMs, false, { ref: false })])
  // Work that waits for its turn reaches the keychain later.
  do if (await isDone()) return work
  while (!vault.isAsking)
  void work.then(onLate, onLate)
  return failed({ code: 'SECRETS_LOCKED', reason: 'asking' })
}

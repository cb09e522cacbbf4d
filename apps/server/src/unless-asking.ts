import { setTimeout as sleep } from 'node:timers/promises'
import type { Locked } from '@parley/appdata'
import { failed, type Result } from '@parley/model'

/** A call returns within 100 ms, also where the keychain asks the user. */
const askingWaitMs = 80

/**
 * What a reading or writing of sealed data comes to; locked as long as the keychain asks the user. It then
 * goes on, and `onLate` is told when it has ended.
 */
export async function unlessAsking<Value>(
  vault: { readonly isAsking: boolean },
  work: Promise<Result<Value, Locked>>,
  onLate: () => void,
): Promise<Result<Value, Locked>> {
  const isLate = await Promise.race([work.then(() => false), sleep(askingWaitMs, true, { ref: false })])
  if (!isLate || !vault.isAsking) return work
  void work.then(onLate, onLate)
  return failed({ code: 'SECRETS_LOCKED', reason: 'asking' })
}

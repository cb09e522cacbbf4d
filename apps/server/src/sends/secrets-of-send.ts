import type { WithheldValue } from '@parley/engine'
import type { SendStreams } from '../live/send-streams.ts'
import type { SendHistory } from '../send-history.ts'

/** Where the secrets of sends are. */
export interface SentSecrets {
  readonly streams: Pick<SendStreams, 'secretsOfSend'>
  readonly history: Pick<SendHistory, 'secretsOf'>
}

/**
 * Returns the secrets that a send had, which its response may repeat after they were changed or removed: while its window
 * shows it, and of its entry in the history.
 */
export async function secretsOfSend(
  sendId: string,
  { streams, history }: SentSecrets,
): Promise<readonly WithheldValue[]> {
  return [...streams.secretsOfSend(sendId), ...(await history.secretsOf(sendId))]
}

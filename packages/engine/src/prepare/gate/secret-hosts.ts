import type { MessageSecret } from './message-secrets.ts'

/** Decides whether secrets may go to an origin that the user did not choose. */
export interface SecretHosts {
  mayReceive(transfer: SecretTransfer, signal: AbortSignal): Promise<boolean>
}

/** Secrets about to be sent to an origin. */
export interface SecretTransfer {
  /** In the format of {@link originOf}. */
  readonly origin: string
  /** At least one. */
  readonly secrets: readonly MessageSecret[]
  /** Who chose the origin. */
  readonly chosenBy: 'script' | 'redirect'
}

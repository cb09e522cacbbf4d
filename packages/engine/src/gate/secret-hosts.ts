import type { MessageSecret } from '../stages.ts'

/** Says whether secrets may go to an origin that the user did not choose. */
export interface SecretHosts {
  mayReceive(passage: SecretPassage, signal: AbortSignal): Promise<boolean>
}

/** Secrets on their way to an origin. */
export interface SecretPassage {
  /** As `originOf` writes it. */
  readonly origin: string
  /** At least one. */
  readonly secrets: readonly MessageSecret[]
  /** Who chose the origin. */
  readonly chosenBy: 'script' | 'redirect'
}

import type { MissingSecret } from '@parley/engine'
import type { Library } from '../library/library.ts'
import { logFault } from '../log-fault.ts'
import type { Variables } from '../variables/variables.ts'

export interface SecretKeepers {
  readonly library: Pick<Library, 'keepSecretField'>
  readonly variables: Pick<Variables, 'keepSecret'>
  /** Notifies all windows of the tree as it is now. */
  readonly publishLibrary: () => void
}

/**
 * Keeps the texts that were typed for secrets. The send has the texts either way: what cannot be kept is asked for
 * again by the next one.
 */
export async function keepSecrets(
  missing: readonly MissingSecret[],
  texts: readonly string[],
  { library, variables, publishLibrary }: SecretKeepers,
): Promise<void> {
  for (const [at, secret] of missing.entries()) {
    const text = texts[at] ?? ''
    const kept =
      secret.kind === 'field'
        ? await library.keepSecretField(secret, text)
        : await variables.keepSecret(secret, text)
    if (!kept.ok) logFault('keeping a secret', new Error(kept.failure.sentence))
  }
  // Open tabs take over what their files lacked.
  if (missing.some(secret => secret.kind === 'field')) publishLibrary()
}

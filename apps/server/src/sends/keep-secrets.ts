import type { MissingSecret } from '@parley/engine'
import type { Library } from '../library/library.ts'
import { logFault } from '../log-fault.ts'
import type { Variables } from '../variables/variables.ts'

export interface SecretKeepers {
  readonly library: Pick<Library, 'keepSecretField' | 'keepContainerSecret'>
  readonly variables: Pick<Variables, 'keepSecret'>
  /** Notifies all windows of the current tree. */
  readonly publishLibrary: () => void
}

/**
 * Stores the texts that were typed for secrets. The send has them in any case; the next send asks again for
 * those that cannot be stored.
 */
export async function keepSecrets(
  missing: readonly MissingSecret[],
  texts: readonly string[],
  { library, variables, publishLibrary }: SecretKeepers,
): Promise<void> {
  for (const [at, secret] of missing.entries()) {
    const text = texts[at] ?? ''
    const kept = await keep(secret, text, { library, variables })
    if (!kept.ok) logFault('keeping a secret', new Error(kept.failure.sentence))
  }
  // Open tabs fill in the secrets that their files lacked.
  if (missing.some(secret => secret.kind === 'field' || secret.container !== undefined)) publishLibrary()
}

function keep(
  secret: MissingSecret,
  text: string,
  { library, variables }: Pick<SecretKeepers, 'library' | 'variables'>,
) {
  if (secret.kind === 'field') return library.keepSecretField(secret, text)
  if (secret.container !== undefined) return library.keepContainerSecret(secret, text)
  return variables.keepSecret(secret, text)
}

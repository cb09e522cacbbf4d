import { allFileSecrets, type Locked, type SecretStore } from '@parley/appdata'
import type { WithheldValue } from '@parley/engine'
import { ok, type Result } from '@parley/model'
import type { Variables } from '../variables/variables.ts'
import { sentUnsavedSecrets } from './sent-unsaved-secrets.ts'

type Known = Promise<Result<readonly WithheldValue[], Locked>>

/** Returns the secrets of all files and variables on this device, with their values. */
export async function allKnownSecrets(
  secrets: Pick<SecretStore, 'allOf'>,
  variables: Pick<Variables, 'secrets'>,
): Known {
  const inFiles = await allFileSecrets(secrets)
  if (!inFiles.ok) return inFiles
  const sent = await sentUnsavedSecrets(secrets)
  return sent.ok ? ok([...inFiles.value, ...(await variables.secrets()), ...sent.value]) : sent
}

/** Reads no secrets while they are locked: for what can show nothing then. */
export function orNone(known: () => Known): () => Promise<readonly WithheldValue[]> {
  return async () => {
    const found = await known()
    return found.ok ? found.value : []
  }
}

import { allFileSecrets, type Locked, type SecretStore } from '@parley/appdata'
import type { WithheldValue } from '@parley/engine'
import { ok, type Result } from '@parley/model'
import type { Variables } from '../variables/variables.ts'

type Known = Promise<Result<readonly WithheldValue[], Locked>>

/** Returns the secrets of all files and variables on this device, with their values. */
export async function allKnownSecrets(
  secrets: Pick<SecretStore, 'allOf'>,
  variables: Pick<Variables, 'secrets'>,
): Known {
  const inFiles = await allFileSecrets(secrets)
  return inFiles.ok ? ok([...inFiles.value, ...(await variables.secrets())]) : inFiles
}

/** Reads no secrets while they are locked: for what can show nothing then. */
export function orNone(known: () => Known): () => Promise<readonly WithheldValue[]> {
  return async () => {
    const found = await known()
    return found.ok ? found.value : []
  }
}

import { type AssistantKeys, describeLocked, type SettingsFile } from '@parley/appdata'
import type { AssistantService } from '@parley/engine/assistant'
import { type AssistantSettings, failed, ok, type Result } from '@parley/model'
import type { DescribedProblem } from '../contract/index.ts'

/** Returns the service of the settings with its key, or why the key cannot be read. */
export async function assistantServiceOf(
  { service: kind, address, model, headers }: AssistantSettings,
  keys: AssistantKeys,
): Promise<Result<AssistantService, DescribedProblem>> {
  const key = await keys.read(address)
  if (!key.ok) return failed(describeLocked(key.failure))
  return ok({ kind, address, model, headers, key: key.value })
}

/** What the services of the assistant share. */
export interface AssistantParts {
  readonly settings: SettingsFile
  readonly keys: AssistantKeys
}

import { appDataFolder, openSettingsFile, readAssistantKey } from '@parley/appdata'
import type { AssistantService } from '@parley/engine/assistant'
import { nodeFiles } from '@parley/files'
import { type AssistantSettings, failed, ok, type Result } from '@parley/model'
import type { Environment } from '../io/streams.ts'

/**
 * Reads the service of the assistant: from the environment if it names an address, else from the settings of the app.
 * The failure is a sentence that says what to do.
 */
export async function readAssistantService(
  environment: Environment,
): Promise<Result<AssistantService, string>> {
  return addressOf(environment) === '' ? serviceOfSettings(environment) : serviceOfEnvironment(environment)
}

/** Whether the assistant has a service, without reading its key. */
export async function isAssistantSetUp(environment: Environment): Promise<boolean> {
  return addressOf(environment) !== '' || (await readSettings(environment)) !== null
}

function addressOf(environment: Environment): string {
  return (environment.PARLEY_ASSISTANT_ADDRESS ?? '').trim()
}

function serviceOfEnvironment(environment: Environment): Result<AssistantService, string> {
  const of = (name: string) => environment[`PARLEY_ASSISTANT_${name}`] ?? ''
  const service = of('SERVICE') || 'openai'
  const kind = kinds.find(one => one === service)
  if (kind === undefined)
    return failed(
      `PARLEY_ASSISTANT_SERVICE is ${service}. Set it to openai, anthropic or ollama. Nothing was sent.`,
    )
  if (of('MODEL').trim() === '')
    return failed(
      'The assistant has no model. Set PARLEY_ASSISTANT_MODEL; see parley explain --help. Nothing was sent.',
    )
  return ok({ kind, address: of('ADDRESS'), model: of('MODEL'), key: of('KEY'), headers: [] })
}

const kinds = ['openai', 'anthropic', 'ollama'] as const

/** Returns the settings of the app; null if they name no service. */
async function readSettings(environment: Environment): Promise<AssistantSettings | null> {
  const folder = appDataFolder(environment)
  const hasSettings = (await nodeFiles.linkInfo(folder).catch(() => null)) !== null
  const settings = hasSettings ? (await openSettingsFile(folder)).current.assistant : null
  return settings?.enabled && settings.address.trim() !== '' && settings.model.trim() !== '' ? settings : null
}

async function serviceOfSettings(environment: Environment): Promise<Result<AssistantService, string>> {
  const folder = appDataFolder(environment)
  const settings = await readSettings(environment)
  if (settings === null)
    return failed(
      'No assistant is set up. Set PARLEY_ASSISTANT_ADDRESS and PARLEY_ASSISTANT_MODEL, or use Settings → AI assistant. Nothing was sent.',
    )
  const { service: kind, address, model, headers } = settings
  const key = await readAssistantKey(folder, address)
  if (!key.ok)
    return failed(
      'The API key of the assistant is locked. Start Parley and unlock the app data, or set PARLEY_ASSISTANT_ADDRESS and PARLEY_ASSISTANT_KEY.',
    )
  return ok({ kind, address, model, headers, key: key.value })
}

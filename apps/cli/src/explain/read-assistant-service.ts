import type { AssistantService } from '@parley/engine/assistant'
import { failed, ok, type Result } from '@parley/model'

/** Reads the service of the assistant from the environment. The failure is a sentence that says what to do. */
export function readAssistantService(
  environment: Readonly<Record<string, string | undefined>>,
): Result<AssistantService, string> {
  const of = (name: string) => environment[`PARLEY_ASSISTANT_${name}`] ?? ''
  const service = of('SERVICE') || 'openai'
  const kind = kinds.find(one => one === service)
  if (kind === undefined)
    return failed(
      `PARLEY_ASSISTANT_SERVICE is ${service}. Set it to openai, anthropic or ollama. Nothing was sent.`,
    )
  const missing = ['ADDRESS', 'MODEL']
    .filter(name => of(name).trim() === '')
    .map(name => `PARLEY_ASSISTANT_${name}`)
  if (missing.length > 0)
    return failed(
      `No assistant is set up. Set ${missing.join(' and ')}; see parley explain --help. Nothing was sent.`,
    )
  return ok({ kind, address: of('ADDRESS'), model: of('MODEL'), key: of('KEY'), headers: [] })
}

const kinds = ['openai', 'anthropic', 'ollama'] as const

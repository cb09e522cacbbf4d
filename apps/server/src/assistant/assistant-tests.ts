import { describeLocked } from '@parley/appdata'
import { noAllowedOrigins } from '@parley/engine'
import { type AssistantService, askAssistant, listModels } from '@parley/engine/assistant'
import { filesByPath } from '@parley/transport'
import type { AssistantTestEvent, DescribedProblem, NotDone } from '../contract/index.ts'
import type { HostPorts } from '../sends/send-ports.ts'
import { sendSettingsOf } from '../sends/send-settings-of.ts'
import { type AssistantParts, assistantServiceOf } from './assistant-service-of.ts'

type Outcome = OutcomeOf<AssistantTestEvent>
type OutcomeOf<Event> = Event extends AssistantTestEvent ? Omit<Event, 'type' | 'testId'> : never

function failedTest({ sentence, nextStep }: DescribedProblem, models: readonly string[] = []): Outcome {
  return { state: 'failed', sentence, nextStep, models }
}

/** Settings → AI assistant: the API key, and Test Connection. */
export class AssistantTests {
  readonly #parts: AssistantParts & { readonly ports: HostPorts }
  readonly #closing = new AbortController()

  constructor(parts: AssistantParts & { readonly ports: HostPorts }) {
    this.#parts = parts
  }

  /** Returns whether there is a key for an address; false if the app data is locked. */
  async hasKey(address: string): Promise<boolean> {
    const key = await this.#parts.keys.read(address)
    return key.ok && key.value !== ''
  }

  /** Seals the key of an address in the app data; an empty one is deleted. */
  async setKey(address: string, key: string): Promise<{ readonly state: 'kept' } | NotDone> {
    const kept = await this.#parts.keys.write(address, key)
    return kept.ok ? { state: 'kept' } : { state: 'failed', ...describeLocked(kept.failure) }
  }

  /** Lists the models of the service in the settings, and asks the chosen one. */
  async test(testId: string): Promise<AssistantTestEvent> {
    const { settings, keys } = this.#parts
    const service = await assistantServiceOf(settings.current.assistant, keys)
    const outcome = service.ok ? await this.#ask(service.value) : failedTest(service.failure)
    return { type: 'assistantTest', testId, ...outcome }
  }

  close(): void {
    this.#closing.abort(new Error('The server ends'))
  }

  async #ask(service: AssistantService): Promise<Outcome> {
    const { ports, settings } = this.#parts
    const host = {
      ports: { ...ports, files: filesByPath, secretHosts: noAllowedOrigins },
      settings: sendSettingsOf(settings.current),
      signal: this.#closing.signal,
    }
    const listed = await listModels(service, host)
    const models = listed.ok ? listed.value : []
    if (service.model.trim() === '') {
      if (!listed.ok) return failedTest(listed.failure)
      return models.length === 0 ? failedTest(noModels) : { state: 'listed', models }
    }
    const startedAt = performance.now()
    const answer = await askAssistant(service, greeting, host)
    if (!answer.ok) return failedTest(answer.failure.fault, models)
    return { state: 'answered', model: service.model, elapsedMs: performance.now() - startedAt, models }
  }
}

const noModels: DescribedProblem = {
  sentence: 'The service lists no models.',
  nextStep: 'Install a model there, or enter the name of one.',
}

const greeting = {
  instructions: 'This is a test of the connection.',
  messages: [{ role: 'user', text: 'Answer with the word OK.' }],
} as const

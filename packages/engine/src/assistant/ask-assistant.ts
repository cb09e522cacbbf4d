import { failed, ok, type Result } from '@parley/model'
import { withoutScripts } from '../after/without-scripts.ts'
import { linkedController } from '../basics/linked-controller.ts'
import { PassedMessage } from '../prepare/gate/passed-message.ts'
import type { EnginePorts } from '../prepare/ports/engine-ports.ts'
import type { ScriptRunner } from '../prepare/ports/script-runner.ts'
import type { EffectiveSettings } from '../prepare/request-context.ts'
import { prepareSend } from '../send/prepare-send.ts'
import { AnswerStore } from './answer-store.ts'
import {
  type AssistantFault,
  assistantFault,
  brokenOffFault,
  interruptedFault,
  reasonWords,
  refusedFault,
  stoppedFault,
  tooLongFault,
  unreachedFault,
} from './assistant-fault.ts'
import type { AssistantConversation, AssistantService } from './assistant-service.ts'
import { type AnswerEvent, type AssistantCall, dialectOf, errorReason } from './dialects.ts'
import { jsonObject, memberText } from './json-members.ts'

/** What a call of a service needs. Proxies and certificates are those of the transport. */
export interface AssistantHost {
  readonly ports: Omit<EnginePorts, 'scripts' | 'history'>
  readonly settings: EffectiveSettings
  readonly signal: AbortSignal
}

/** Why an answer is not complete, with what arrived of it. */
export interface IncompleteAnswer {
  readonly fault: AssistantFault
  readonly text: string
}

/**
 * Asks a service through the same preparation, gate and transport as sends. Nothing is recorded in the history.
 * @param onText - called with each piece of the answer
 */
export async function askAssistant(
  service: AssistantService,
  conversation: AssistantConversation,
  host: AssistantHost,
  onText: (text: string) => void = () => {},
): Promise<Result<string, IncompleteAnswer>> {
  if (service.address.trim() === '' || service.model.trim() === '')
    return failed({ fault: notSetUp, text: '' })
  const dialect = dialectOf(service)
  const { store, fault } = await call(
    dialect.question(service, conversation),
    dialect.readEvent,
    host,
    onText,
  )
  const why = faultOf(store, fault, service, host.signal)
  return why === null ? ok(store.text) : failed({ fault: why, text: store.text })
}

/** Returns the names of the models that a service lists. */
export async function listModels(
  service: AssistantService,
  host: AssistantHost,
): Promise<Result<readonly string[], AssistantFault>> {
  const request = dialectOf(service).models(service)
  const { store, fault } = await call(
    { request, content: '' },
    () => [{ kind: 'invalid' }],
    host,
    () => {},
  )
  if (fault !== null) return failed(fault)
  const body = jsonObject(store.otherText)
  // Ollama without a model lists null.
  const listed = body?.data === null ? [] : body?.data
  if (store.response === null || store.response.statusCode !== 200 || !Array.isArray(listed))
    return failed(faultOf(store, null, service, host.signal) ?? notUnderstood(''))
  const names = listed.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null ? [memberText({ ...one }, 'id')] : [],
  )
  return ok([...new Set(names.filter(name => name !== ''))].slice(0, mostModels))
}

/** More names than any list can show usefully. */
const mostModels = 1000

interface CalledService {
  readonly store: AnswerStore
  /** Why the service was not reached, or its response broke off; null: neither. */
  readonly fault: AssistantFault | null
}

async function call(
  { request, content }: AssistantCall,
  readEvent: (data: string) => readonly AnswerEvent[],
  { ports: shared, settings, signal }: AssistantHost,
  onText: (text: string) => void,
): Promise<CalledService> {
  const own = linkedController(signal)
  const store = new AnswerStore(readEvent, onText, () => own.abort())
  const ports = { ...shared, scripts: sendingContent(content), history: { record: async () => {} } }
  const context = { ...emptyContext, defaultSettings: settings }
  const prepared = await prepareSend(request, context, ports, signal)
  if (!prepared.ok) return { store, fault: unreachedFault(prepared.failure) }
  const { message } = prepared.value
  const outbound = { ...message, gateFacts: { ...message.gateFacts, way: 'assistant' as const } }
  const passed = await PassedMessage.pass(outbound, ports, signal)
  if (!passed.ok) return { store, fault: unreachedFault(passed.failure) }
  const sent = await ports.transport.send(passed.value, store, own.signal, store)
  own.unlink()
  if (sent.ok || store.end !== null) return { store, fault: null }
  return { store, fault: unreachedFault(sent.failure.failure) }
}

/** The content is literal: names in it must not be filled in, so it takes the way of a script's content. */
function sendingContent(text: string): ScriptRunner {
  if (text === '') return withoutScripts
  return {
    ...withoutScripts,
    async runPreRequest({ resolved }) {
      const content = { text, mediaType: 'application/json' }
      const overrides = { method: null, setHeaders: [], deletedHeaders: [], content }
      return ok({ stage: 'scripted', scopes: resolved.scopes, overrides, results: [] })
    },
  }
}

const emptyContext = {
  ancestors: [],
  environment: null,
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [],
}

function faultOf(
  store: AnswerStore,
  sendFault: AssistantFault | null,
  service: AssistantService,
  signal: AbortSignal,
): AssistantFault | null {
  if (signal.aborted) return stoppedFault
  const { response, end } = store
  if (response === null) return sendFault ?? interruptedFault
  if (response.statusCode !== 200) {
    const body = jsonObject(store.otherText)
    return refusedFault(response, reasonWords(body === null ? '' : errorReason(body), service), service)
  }
  if (end?.kind === 'tooLong') return tooLongFault
  if (!store.isStream) return sendFault ?? notUnderstood(response.content.mediaType)
  switch (end?.kind) {
    case 'end':
      return null
    case 'error':
      return brokenOffFault(end.reason, service)
    case 'refused':
      return contentRefused
    case 'invalid':
      return notUnderstood('text/event-stream')
    case 'cut':
    case undefined:
      return interruptedFault
  }
}

const notSetUp = assistantFault(
  'ASSISTANT_NOT_SET_UP',
  'The assistant has no address or no model.',
  'Enter both in Settings → AI assistant.',
)

const contentRefused = assistantFault(
  'ASSISTANT_CONTENT_REFUSED',
  'The assistant’s service refused to answer this question.',
  'Ask in other words, or leave parts out under “What is sent”.',
)

function notUnderstood(mediaType: string): AssistantFault {
  const what =
    mediaType === 'text/event-stream' ? 'an event that is not an answer' : mediaType || 'no list of models'
  return assistantFault(
    'ASSISTANT_NOT_UNDERSTOOD',
    `The assistant’s service sent ${what}.`,
    'Check in Settings → AI assistant that the service and the address match.',
  )
}

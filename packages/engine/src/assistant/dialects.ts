import {
  type AssistantServiceKind,
  type HttpRequest,
  newAuth,
  newHttpRequest,
  row,
  trimEndOf,
} from '@parley/model'
import type { AssistantConversation, AssistantService } from './assistant-service.ts'
import { jsonObject, memberText } from './json-members.ts'

/** What an event of an answer means. */
export type AnswerEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'error'; readonly reason: string }
  /** An event without a meaning for answers, such as a ping. */
  | { readonly kind: 'other' }
  | { readonly kind: 'invalid' }

/** How a service is asked, and how its answers are read. */
export interface AssistantDialect {
  readonly question: (service: AssistantService, conversation: AssistantConversation) => AssistantCall
  readonly models: (service: AssistantService) => HttpRequest
  readonly readEvent: (data: string) => readonly AnswerEvent[]
}

/** A request to a service, and its content. */
export interface AssistantCall {
  readonly request: HttpRequest
  readonly content: string
}

const openAi: AssistantDialect = {
  question: (service, { instructions, messages }) => ({
    request: requestTo(service, 'POST', '/chat/completions'),
    content: JSON.stringify({
      model: service.model,
      stream: true,
      messages: [
        { role: 'system', content: instructions },
        ...messages.map(({ role, text }) => ({ role, content: text })),
      ],
    }),
  }),
  models: service => requestTo(service, 'GET', '/models'),
  readEvent(data) {
    if (data === '[DONE]') return [{ kind: 'end' }]
    const event = jsonObject(data)
    if (event === null) return [{ kind: 'invalid' }]
    if ('error' in event) return [{ kind: 'error', reason: errorReason(event) }]
    const [choice] = Array.isArray(event.choices) ? event.choices : []
    const { delta, finish_reason: finish } = objectOf(choice)
    const text = memberText(objectOf(delta), 'content')
    return [
      ...(text === '' ? [] : [{ kind: 'text', text } as const]),
      ...(finish === 'content_filter' ? [{ kind: 'refused' } as const] : []),
      ...(finish === 'length' ? [{ kind: 'cut' } as const] : []),
      ...(finish === 'stop' ? [{ kind: 'end' } as const] : []),
    ]
  },
}

const anthropic: AssistantDialect = {
  question: (service, { instructions, messages }) => ({
    request: requestTo(service, 'POST', '/v1/messages'),
    content: JSON.stringify({
      model: service.model,
      stream: true,
      max_tokens: mostAnswerTokens,
      system: instructions,
      messages: messages.map(({ role, text }) => ({ role, content: text })),
    }),
  }),
  models: service => requestTo(service, 'GET', '/v1/models'),
  readEvent(data) {
    const event = jsonObject(data)
    if (event === null) return [{ kind: 'invalid' }]
    switch (event.type) {
      case 'content_block_delta':
        return [{ kind: 'text', text: memberText(objectOf(event.delta), 'text') }]
      case 'message_delta': {
        const reason = objectOf(event.delta).stop_reason
        if (reason === 'refusal') return [{ kind: 'refused' }]
        return reason === 'max_tokens' ? [{ kind: 'cut' }] : []
      }
      case 'message_stop':
        return [{ kind: 'end' }]
      case 'error':
        return [{ kind: 'error', reason: errorReason(event) }]
    }
    return [{ kind: 'other' }]
  },
}

/** The Anthropic API requires a limit. */
const mostAnswerTokens = 8192

const dialects: Readonly<Record<AssistantServiceKind, AssistantDialect>> = {
  openai: openAi,
  anthropic,
  // Ollama has the API of OpenAI below /v1.
  ollama: openAi,
}

/** Returns the dialect of a service. */
export function dialectOf({ kind }: Pick<AssistantService, 'kind'>): AssistantDialect {
  return dialects[kind]
}

/** Returns what a service says in the body of an error; empty if it says nothing. */
export function errorReason(body: Readonly<Record<string, unknown>>): string {
  const { error } = body
  if (typeof error === 'string') return error
  return memberText(objectOf(error), 'message') || memberText(body, 'message')
}

/** Builds a request to a path of a service. The key is a credential, so it is masked and never redirected. */
function requestTo(service: AssistantService, method: string, path: string): HttpRequest {
  const { kind, address, key, headers } = service
  const request = newHttpRequest({
    name: 'Assistant',
    method,
    url: `${trimEndOf(address.trim(), '/')}${path}`,
    headers: [
      row('Content-Type', 'application/json'),
      ...(kind === 'anthropic' ? [row('anthropic-version', '2023-06-01')] : []),
      ...headers.map(({ name, value }) => row(name, value)),
    ],
    auth: authOf(kind, key),
  })
  return { ...request, settings: { ...request.settings, timeoutMs: 0, followRedirects: false } }
}

function authOf(kind: AssistantServiceKind, key: string): HttpRequest['auth'] {
  if (key === '') return newAuth('none')
  if (kind !== 'anthropic') return { ...newAuth('bearer'), token: key }
  return { ...newAuth('apiKey'), key: 'x-api-key', value: key, placement: 'header' }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

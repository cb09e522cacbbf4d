import type { HeaderField } from '../exchange/exchange.ts'

/** The services that answer questions: two APIs, and Ollama, which has the first of them. */
export type AssistantServiceKind = 'openai' | 'anthropic' | 'ollama'

/** Settings → AI assistant. The API key is not among them: it is sealed in the app data. */
export interface AssistantSettings {
  readonly enabled: boolean
  readonly service: AssistantServiceKind
  /** The paths of the API are added to it; empty until the user enters one. */
  readonly address: string
  readonly model: string
  /** Further headers of each question. */
  readonly headers: readonly HeaderField[]
  /** Whether the headers of requests and responses are ticked when a question is composed. */
  readonly seesHeaders: boolean
  /** Whether the beginning of response bodies is ticked. */
  readonly seesBody: boolean
  /** How much of a body a question contains at most. */
  readonly bodyKilobytes: number
  /** Whether the values of variables, except those of secrets, are ticked. */
  readonly seesVariables: boolean
  /** The origins of the services that Explain asks with the click, as the user agreed to with a first question. */
  readonly asksAtOnce: readonly string[]
}

/** Whether Explain asks with the click: the user agreed to that for the service that is set up. */
export function explainsAtOnce({ enabled, address, asksAtOnce }: AssistantSettings): boolean {
  return enabled && asksAtOnce.includes(assistantOrigin(address))
}

/**
 * Returns scheme, host and port of an address as typed, which a key belongs to: another address never gets the key.
 * Empty without a host.
 */
export function assistantOrigin(address: string): string {
  return /^[a-z][\w+.-]*:\/\/[^/?#\\]+/i.exec(address.trim())?.[0].toLowerCase() ?? ''
}

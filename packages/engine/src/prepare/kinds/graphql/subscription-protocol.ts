import { memberText } from '../../../basics/member-text.ts'

/** A subprotocol of WebSocket for subscriptions: the one of `graphql-ws`, or its predecessor `subscriptions-transport-ws`. */
export type SubscriptionSubprotocol = 'graphql-transport-ws' | 'graphql-ws'

/** The messages that a client sends to subscribe, each as JSON. */
export interface SubscriptionStart {
  /** The payload of `connection_init`; blank: none. */
  readonly connectionParams: string
  /** `query`, `operationName`, `variables` and `extensions` as one object. */
  readonly request: string
}

/** A message of the protocol: its type, and the JSON of its payload as written; empty if it has none. */
export interface SubscriptionMessage {
  /** As on the wire; results with errors have a type of their own. */
  readonly type: string
  readonly payload: string
}

/** A message that this side sends. */
export interface OwnSubscriptionMessage extends SubscriptionMessage {
  readonly text: string
}

/** How a subscription ended, other than by the end of its connection. */
export type SubscriptionEnd =
  | { readonly kind: 'complete' }
  /** The server does not run it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The server ended it with an error after results. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The server sent what the protocol does not allow. */
  | { readonly kind: 'fault'; readonly reason: string }

/** What follows from a message of the server. */
export interface SubscriptionStep {
  readonly received: SubscriptionMessage
  readonly reply: OwnSubscriptionMessage | null
  readonly end: SubscriptionEnd | null
}

interface Dialect {
  readonly subscribe: string
  readonly stop: string
  readonly result: string
  /** Types of the server that need no answer. */
  readonly ignored: readonly string[]
}

const dialects: Readonly<Record<SubscriptionSubprotocol, Dialect>> = {
  'graphql-transport-ws': { subscribe: 'subscribe', stop: 'complete', result: 'next', ignored: ['pong'] },
  'graphql-ws': { subscribe: 'start', stop: 'stop', result: 'data', ignored: ['ka'] },
}

/** The types of messages that have a result of the subscription. */
export const subscriptionResultTypes: ReadonlySet<string> = new Set(
  Object.values(dialects).flatMap(({ result }) => [result, withErrors(result)]),
)

/** Returns the name of a subprotocol for subscriptions; null for another one. */
export function subscriptionSubprotocol(name: string): SubscriptionSubprotocol | null {
  return name === 'graphql-transport-ws' || name === 'graphql-ws' ? name : null
}

/** A connection has one operation. */
const operationId = '1'
const longestReason = 2000

/** The client's side of one subscription over a WebSocket. It decides what is sent, and sends nothing itself. */
export class SubscriptionProtocol {
  readonly #dialect: Dialect
  readonly #start: SubscriptionStart
  #state: 'waiting' | 'subscribed' | 'ended' = 'waiting'
  #hasResult = false

  constructor(subprotocol: SubscriptionSubprotocol, start: SubscriptionStart) {
    this.#dialect = dialects[subprotocol]
    this.#start = start
  }

  /** Whether the server has accepted the connection. */
  get isAccepted(): boolean {
    return this.#state !== 'waiting'
  }

  /** Returns the first message. */
  begin(): OwnSubscriptionMessage {
    return message({ type: 'connection_init', payload: this.#start.connectionParams.trim() })
  }

  /** Returns the message that ends the subscription; null if there is nothing to end. */
  stop(): OwnSubscriptionMessage | null {
    if (this.#state !== 'subscribed') return null
    this.#state = 'ended'
    return message({ type: this.#dialect.stop, payload: '', id: operationId })
  }

  /** Reads a message of the server. */
  receive(type: 'text' | 'binary', data: Uint8Array): SubscriptionStep {
    const text = type === 'text' ? new TextDecoder().decode(data) : ''
    const content = type === 'text' ? parsed(text) : null
    if (content === null || typeof content.type !== 'string')
      return this.#fault({ type, payload: text }, 'a message that is not a JSON object with a type')
    const received = { type: content.type, payload: memberText(text, 'payload') }
    const isOfOperation = content.id === operationId
    const { result, ignored } = this.#dialect
    switch (received.type) {
      case 'connection_ack':
        return this.#accept(received)
      case 'connection_error':
        return this.#end(received, { kind: 'refused', reason: reasonOf(content.payload) })
      case 'ping':
        return step(received, message({ type: 'pong', payload: received.payload }))
      case 'error':
        return isOfOperation
          ? this.#end(received, {
              kind: this.#hasResult ? 'failed' : 'refused',
              reason: reasonOf(content.payload),
            })
          : step(received)
      case 'complete':
        return isOfOperation ? this.#end(received, { kind: 'complete' }) : step(received)
    }
    if (ignored.includes(received.type)) return step(received)
    if (received.type !== result) return this.#fault(received, `a message of the type “${received.type}”`)
    if (this.#state === 'waiting') return this.#fault(received, 'a result before connection_ack')
    this.#hasResult = true
    return step(hasErrors(content.payload) ? { ...received, type: withErrors(result) } : received)
  }

  #accept(received: SubscriptionMessage): SubscriptionStep {
    if (this.#state !== 'waiting') return this.#fault(received, 'a second connection_ack')
    this.#state = 'subscribed'
    const { request } = this.#start
    return step(received, message({ type: this.#dialect.subscribe, payload: request, id: operationId }))
  }

  #fault(received: SubscriptionMessage, reason: string): SubscriptionStep {
    return this.#end(received, { kind: 'fault', reason: reason.slice(0, longestReason) })
  }

  #end(received: SubscriptionMessage, end: SubscriptionEnd): SubscriptionStep {
    this.#state = 'ended'
    return { received, reply: null, end }
  }
}

function withErrors(type: string): string {
  return `${type} with errors`
}

function step(received: SubscriptionMessage, reply: OwnSubscriptionMessage | null = null): SubscriptionStep {
  return { received, reply, end: null }
}

/** The payload is inserted as written, so no number or order in it changes. */
function message({
  type,
  payload,
  id,
}: SubscriptionMessage & { readonly id?: string }): OwnSubscriptionMessage {
  const members = [
    ...(id === undefined ? [] : [`"id":${JSON.stringify(id)}`]),
    `"type":${JSON.stringify(type)}`,
    ...(payload === '' ? [] : [`"payload":${payload}`]),
  ]
  return { type, payload, text: `{${members.join(',')}}` }
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasErrors(payload: unknown): boolean {
  const errors = isRecord(payload) ? payload.errors : undefined
  return Array.isArray(errors) ? errors.length > 0 : errors !== undefined && errors !== null
}

/** Returns what servers write as the reason: a list of errors, one error, a text or nothing. */
function reasonOf(payload: unknown): string {
  const first: unknown = Array.isArray(payload) ? payload[0] : payload
  const said = isRecord(first) ? first.message : first
  if (said === undefined || said === null || said === '') return 'The server gave no reason'
  return (typeof said === 'string' ? said : JSON.stringify(said)).slice(0, longestReason)
}

/** Returns whether a text is a JSON object. */
export function isJsonObject(text: string): boolean {
  return parsed(text) !== null
}

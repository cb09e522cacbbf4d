import {
  automaticTransport,
  defaultSubscription,
  type GraphQlBody,
  graphQlRequestJson,
  type HttpBody,
  type HttpRequest,
} from '@parley/model'
import { chosenBody } from '../../body/chosen-body.ts'
import type { WebSocketOffer } from '../web-socket/web-socket-fields.ts'
import { isSubscription, withOperationName } from './graphql-operations.ts'
import {
  isJsonObject,
  type SubscriptionStart,
  type SubscriptionSubprotocol,
} from './subscription-protocol.ts'

/** A way in which the events of a subscription arrive. */
export interface SubscriptionTransport {
  readonly label: string
  /** The generated `Accept`. */
  readonly accept: string
  /** Whether its connection begins with the connection parameters. */
  readonly hasConnectionParams: boolean
  /** Offered to the server in this order if the connection is a WebSocket; absent: it is HTTP. */
  readonly subprotocols?: readonly SubscriptionSubprotocol[]
}

const errorsAsJson = 'application/graphql-response+json;q=0.8, application/json;q=0.7'

/** The transports of subscriptions, by their names in files. */
export const subscriptionTransports: Readonly<Record<string, SubscriptionTransport>> = {
  /** A WebSocket if the URL is one; else whichever the server has: Server-Sent Events first, as they need no other address. */
  [automaticTransport]: {
    label: 'Auto',
    accept: `text/event-stream, multipart/mixed;q=0.9, ${errorsAsJson}`,
    hasConnectionParams: true,
  },
  /** GraphQL over SSE, distinct connections mode. */
  sse: { label: 'SSE', accept: `text/event-stream, ${errorsAsJson}`, hasConnectionParams: false },
  /** Apollo, HTTP multipart protocol for subscriptions. */
  multipart: {
    label: 'Multipart',
    accept: `multipart/mixed;subscriptionSpec=1.0, ${errorsAsJson}`,
    hasConnectionParams: false,
  },
  'graphql-transport-ws': {
    label: 'WebSocket',
    accept: errorsAsJson,
    hasConnectionParams: true,
    subprotocols: ['graphql-transport-ws'],
  },
  /** The subprotocol of `subscriptions-transport-ws`. */
  'graphql-ws': {
    label: 'WebSocket (legacy)',
    accept: errorsAsJson,
    hasConnectionParams: true,
    subprotocols: ['graphql-ws'],
  },
}

/** Auto takes a WebSocket for `ws` and `wss` URLs, and whichever subprotocol the server has. */
const automaticSubprotocols: readonly SubscriptionSubprotocol[] = ['graphql-transport-ws', 'graphql-ws']

/** Returns the transport of a subscription; null if this version does not know it. */
export function transportOf({
  subscription = defaultSubscription,
}: GraphQlBody): SubscriptionTransport | null {
  const { transport } = subscription
  return Object.hasOwn(subscriptionTransports, transport) ? (subscriptionTransports[transport] ?? null) : null
}

/** Returns the request with the URL of its subscription, if that has one of its own. */
export function withSubscriptionUrl(request: HttpRequest, body = chosenBody(request)): HttpRequest {
  if (body.type !== 'graphql' || !isSubscription(body)) return request
  const url = body.subscription?.url ?? ''
  return url.trim() === '' ? request : { ...request, url }
}

/** What the handshake of a subscription offers, and what is sent after it. */
export interface SubscriptionOffer extends WebSocketOffer {
  readonly subscription: SubscriptionStart
}

/**
 * Returns what the handshake of a subscription offers; null if the body is not sent over a WebSocket.
 * @param body - with its names filled in, like the URL
 */
export function subscriptionOffer(body: HttpBody, url: string): SubscriptionOffer | null {
  if (body.type !== 'graphql' || !isSubscription(body)) return null
  const { transport, connectionParams } = body.subscription ?? defaultSubscription
  const isAutomatic = transport === automaticTransport
  const subprotocols = isAutomatic ? automaticSubprotocols : transportOf(body)?.subprotocols
  if (subprotocols === undefined || (isAutomatic && !/^\s*wss?:\/\//i.test(url))) return null
  // A subscription has a query, which is sent even if its extensions have the hash of it.
  const request = graphQlRequestJson(withOperationName(body), true)
  const subscription = { connectionParams, request }
  return { subprotocols, deflate: true, subscription }
}

/** Returns the URL of a WebSocket for a URL of HTTP, as the handshake goes to the same address (RFC 6455 §3). */
export function webSocketUrl(url: string): string {
  const typed = url.trimStart()
  if (typed === '') return url
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed))
    return typed.replace(/^http(s?):/i, (_, secure: string) => `ws${secure.toLowerCase()}:`)
  return `ws://${typed.replace(/^\/\//, '')}`
}

/** Returns whether a send may open a WebSocket. */
export function mayOpenWebSocket(request: HttpRequest): boolean {
  return request.webSocket !== undefined || isSubscription(chosenBody(request))
}

/** Returns the code of what keeps a subscription from being sent over a WebSocket; null if nothing does. */
export function subscriptionFault(body: HttpBody, { connectionParams }: SubscriptionStart): string | null {
  if (body.type === 'graphql' && (body.uploads ?? []).length > 0) return 'UPLOAD_WITH_WEBSOCKET'
  if (connectionParams.trim() === '') return null
  return isJsonObject(connectionParams) ? null : 'INVALID_CONNECTION_PARAMS'
}

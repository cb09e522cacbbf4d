import { automaticTransport, defaultSubscription, type GraphQlBody, type HttpRequest } from '@parley/model'
import { isSubscription } from './graphql-operations.ts'

/** A way in which the events of a subscription arrive. */
export interface SubscriptionTransport {
  readonly label: string
  /** The generated `Accept`. */
  readonly accept: string
  /** Whether its connection begins with the connection parameters. */
  readonly hasConnectionParams: boolean
}

const errorsAsJson = 'application/graphql-response+json;q=0.8, application/json;q=0.7'

/** The transports of subscriptions, by their names in files. */
export const subscriptionTransports: Readonly<Record<string, SubscriptionTransport>> = {
  /** Whichever the server has: Server-Sent Events first, as they need no other address. */
  [automaticTransport]: {
    label: 'Auto',
    accept: `text/event-stream, multipart/mixed;q=0.9, ${errorsAsJson}`,
    hasConnectionParams: false,
  },
  /** GraphQL over SSE, distinct connections mode. */
  sse: { label: 'SSE', accept: `text/event-stream, ${errorsAsJson}`, hasConnectionParams: false },
  /** Apollo, HTTP multipart protocol for subscriptions. */
  multipart: {
    label: 'Multipart',
    accept: `multipart/mixed;subscriptionSpec=1.0, ${errorsAsJson}`,
    hasConnectionParams: false,
  },
}

/** Returns the transport of a subscription; null if this version does not know it. */
export function transportOf({
  subscription = defaultSubscription,
}: GraphQlBody): SubscriptionTransport | null {
  const { transport } = subscription
  return Object.hasOwn(subscriptionTransports, transport) ? (subscriptionTransports[transport] ?? null) : null
}

/** Returns the request with the URL of its subscription, if that has one of its own. */
export function withSubscriptionUrl(request: HttpRequest, body: HttpRequest['body']): HttpRequest {
  if (body.type !== 'graphql' || !isSubscription(body)) return request
  const url = body.subscription?.url ?? ''
  return url.trim() === '' ? request : { ...request, url }
}

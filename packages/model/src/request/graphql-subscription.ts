import type { GraphQlBody, GraphQlSubscription, HttpBody } from './body.ts'
import type { StreamLimits } from './stream-limits.ts'

/** The transport that fits the URL. */
export const automaticTransport = 'auto'

/** What a subscription has whose settings were not changed. */
export const defaultSubscription: GraphQlSubscription = {
  transport: automaticTransport,
  url: '',
  connectionParams: '',
}

/** Returns a body with other settings of its subscription; without any if they are the default ones. */
export function withSubscription(body: GraphQlBody, subscription: GraphQlSubscription): GraphQlBody {
  const { subscription: _, ...others } = body
  const { transport, url, connectionParams, runLimits } = subscription
  const isPlain = transport === automaticTransport && url === '' && connectionParams === ''
  const isDefault = isPlain && runLimits === undefined
  return isDefault ? others : { ...others, subscription }
}

/** Returns a body with the limits of its subscription in runs, or without any. Other bodies than GraphQL have none. */
export function withRunLimits<Body extends HttpBody>(body: Body, runLimits: StreamLimits | undefined): Body
export function withRunLimits(body: HttpBody, runLimits: StreamLimits | undefined): HttpBody {
  if (body.type !== 'graphql') return body
  const { runLimits: _, ...subscription } = body.subscription ?? defaultSubscription
  return withSubscription(body, runLimits === undefined ? subscription : { ...subscription, runLimits })
}

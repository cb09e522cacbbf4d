import type { GraphQlBody, GraphQlSubscription } from './body.ts'

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

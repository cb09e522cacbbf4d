import { defaultWebSocketPart, failed } from '@parley/model'
import { buildContent } from '../../prepare/body/build-content.ts'
import type { MessageSecret } from '../../prepare/gate/message-secrets.ts'
import { withoutContent } from '../../prepare/kinds/frame-content.ts'
import { prepareGraphQl } from '../../prepare/kinds/graphql/prepare-graphql.ts'
import {
  type SubscriptionOffer,
  subscriptionFault,
  subscriptionOffer,
  webSocketUrl,
  withSubscriptionUrl,
} from '../../prepare/kinds/graphql/subscription-transports.ts'
import type { FilledRequest, KindAction } from '../../prepare/kinds/kind-action.ts'
import { frameHandshake } from '../../prepare/kinds/web-socket/frame-handshake.ts'
import { preparationFailure } from '../../prepare/preparation-failure.ts'
import type { FrameRequest, KindExchange } from '../../prepare/rendered-request.ts'
import { openWebSocket } from '../web-socket/open-web-socket.ts'
import type { StartedSubscription } from './subscription-host.ts'

/** A request with a GraphQL body. A subscription may go over a WebSocket. */
export const graphQlAction: KindAction = {
  resolve: withSubscriptionUrl,
  prepare(filled, parts) {
    const offer = subscriptionOffer(filled.body, filled.url)
    return offer === null ? prepareGraphQl(filled, parts) : asHandshake(filled, offer, parts.contentSecrets)
  },
}

/** Returns the handshake of a subscription, whose body leaves later, in its messages. */
function asHandshake(
  filled: FilledRequest,
  { subscription, ...offer }: SubscriptionOffer,
  secrets: readonly MessageSecret[],
): FilledRequest {
  const frame: FrameRequest = async (rendered, ports) => {
    const content = async () => {
      const { body, settings } = rendered
      const fault = subscriptionFault(body, subscription)
      return fault === null
        ? withoutContent(await buildContent(body, settings, ports))
        : failed(preparationFailure('invalidRequest', fault, ''))
    }
    const kindExchange = subscribing({ ...subscription, secrets }, offer)
    return frameHandshake({ rendered, content }, offer, { random: ports.random, kindExchange })
  }
  return {
    ...filled,
    method: 'GET',
    url: webSocketUrl(filled.url),
    marked: { method: 'GET', url: webSocketUrl(filled.marked.url) },
    secrets: { ...filled.secrets, body: [], known: [...filled.secrets.known, ...secrets], later: secrets },
    frame,
  }
}

/** Opens a WebSocket and subscribes. A script that sets the content changes the message that subscribes. */
function subscribing(
  subscription: StartedSubscription,
  offer: Omit<SubscriptionOffer, 'subscription'>,
): KindExchange {
  return {
    isLive: true,
    begin: opening => openWebSocket(opening, { webSocket: defaultWebSocketPart, offer, subscription }),
    edit: edits => ({
      edits: { ...edits, method: null, content: null },
      kindExchange: subscribing(
        { ...subscription, request: edits.content?.text ?? subscription.request },
        offer,
      ),
    }),
  }
}

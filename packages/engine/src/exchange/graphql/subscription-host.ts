import { failed, ok, type Result, type SendFailure } from '@parley/model'
import { hideInMessage } from '../../prepare/gate/hide-in-message.ts'
import type { MessageSecret } from '../../prepare/gate/message-secrets.ts'
import {
  type SubscriptionStart,
  subscriptionSubprotocol,
} from '../../prepare/kinds/graphql/subscription-protocol.ts'
import type { WebSocketHost } from '../../prepare/ports/web-socket-host.ts'
import { subscriptionFraming } from './subscription-framing.ts'

/** A subscription that is started once its connection is open, and the secrets in its messages. */
export interface StartedSubscription extends SubscriptionStart {
  readonly secrets: readonly MessageSecret[]
}

/** A subscription whose handshake was answered. */
export interface AnsweredSubscription {
  readonly start: StartedSubscription
  /** The subprotocol that the server chose. */
  readonly subprotocol: string
  /** Every secret that its messages could contain. */
  readonly known: readonly MessageSecret[]
  /** Returns why secrets may not be sent; null if they may. */
  readonly passGate: (secrets: readonly MessageSecret[]) => Promise<SendFailure | null>
}

type Refusal = Pick<SendFailure, 'kind' | 'code' | 'subject'>

/** Returns a host that starts the subscription when the connection is open, or why it may not be started. */
export async function subscriptionHost(
  host: WebSocketHost,
  { start, subprotocol: chosen, known, passGate }: AnsweredSubscription,
): Promise<Result<WebSocketHost, Refusal>> {
  const subprotocol = subscriptionSubprotocol(chosen)
  if (subprotocol === null)
    return failed({ kind: 'protocol', code: 'SUBSCRIPTION_SUBPROTOCOL', subject: chosen })
  const { secrets, ...messages } = start
  const refusal = await passGate(secrets)
  if (refusal !== null) return failed(refusal)
  const hide = (text: string) => hideInMessage(text, secrets, known)
  return ok({ ...host, framing: subscriptionFraming(host.framing, { ...messages, subprotocol, hide }) })
}

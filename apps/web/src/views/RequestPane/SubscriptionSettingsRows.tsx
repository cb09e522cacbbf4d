import type { SubscriptionTransport } from '@parley/engine'
import type { GraphQlSubscription } from '@parley/model'
import { ChoiceRow } from '../../components/fields/ControlRows.tsx'
import { TextRow } from '../../components/fields/TextRow.tsx'
import { StreamLimitRows, withRunLimits } from './StreamLimitRows.tsx'

export interface SubscriptionSettingsRowsProps {
  readonly subscription: GraphQlSubscription
  /** By their names in files. Passed in, as an import of them here would make the first script of the page larger. */
  readonly transports: Readonly<Record<string, SubscriptionTransport>>
  readonly onChange: (subscription: GraphQlSubscription) => void
}

/** How the subscriptions of a GraphQL request are sent. */
export function SubscriptionSettingsRows({
  subscription,
  transports,
  onChange,
}: SubscriptionSettingsRowsProps) {
  const { transport, url, connectionParams } = subscription
  const known = Object.hasOwn(transports, transport) ? transports[transport] : undefined
  const choices = Object.entries(transports).map(([value, { label }]) => ({ value, label }))
  const change = (patch: Partial<GraphQlSubscription>) => onChange({ ...subscription, ...patch })
  return (
    <>
      <ChoiceRow
        label="Subscription transport"
        detail={
          known === undefined
            ? `This version has no transport “${transport}”.`
            : 'Auto uses a WebSocket for ws:// and wss:// URLs, otherwise Server-Sent Events, or multipart if the server offers only that.'
        }
        value={transport}
        choices={choices}
        onChange={value => change({ transport: value })}
      />
      <TextRow
        label="Subscription URL"
        detail="Subscriptions are sent here instead of to the URL of the request. A WebSocket changes the scheme to ws or wss."
        value={url}
        onChange={value => change({ url: value })}
      />
      {known?.hasConnectionParams && (
        <TextRow
          label="Connection parameters"
          detail="JSON that is sent to the server when a WebSocket opens, for example with a token."
          value={connectionParams}
          onChange={value => change({ connectionParams: value })}
        />
      )}
      <StreamLimitRows
        words={limitWords}
        limits={subscription.runLimits}
        onChange={limits => onChange(withRunLimits(subscription, limits))}
      />
    </>
  )
}

const limitWords = {
  many: 'Events',
  countDetail: 'A run ends the subscription after this many events.',
  timeDetail: 'A run ends the subscription this long after the response began.',
  condition: 'A run ends the subscription after an event whose data, as JSON, meets this condition.',
}

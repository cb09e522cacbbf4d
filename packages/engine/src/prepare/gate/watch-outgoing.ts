import type { OutboundMessage } from '../message/outbound-message.ts'
import type { Transport } from '../ports/transport.ts'
import type { WithheldValue } from './message-secrets.ts'

/** Returns a transport that reports the secrets in what leaves, which a server may repeat, before it leaves. */
export function watchOutgoing(
  transport: Transport,
  onSecrets: (secrets: readonly WithheldValue[]) => void,
): Transport {
  const note = ({ gateFacts, credentials }: OutboundMessage) =>
    onSecrets([
      ...gateFacts.secrets,
      ...gateFacts.known,
      ...credentials.map(({ name, secret }) => ({ name, text: secret })),
    ])
  return {
    send(passed, ...rest) {
      note(passed.message)
      return transport.send(passed, ...rest)
    },
    open(passed, ...rest) {
      note(passed.message)
      return transport.open(passed, ...rest)
    },
  }
}

import {
  allowedOrigins,
  type OutboundMessage,
  originOf,
  type PassedMessage,
  preparationFailure,
  type Transport,
} from '@parley/engine'
import { failed } from '@parley/model'
import { nodeHostNames } from '@parley/transport'
import type { KnownSecrets } from './known-secrets.ts'

/**
 * Returns a transport that refuses what contains the value of a known secret on its way to an origin that an agent or a
 * script chose. The gate knows only secrets that variables filled in; a script may have kept one that a server repeated.
 */
export function knownSecretsGate(
  transport: Transport,
  secrets: KnownSecrets,
  allowedHosts: readonly string[],
): Transport {
  const allowed = allowedOrigins(allowedHosts, nodeHostNames)
  const refusalOf = async ({ message }: PassedMessage, signal: AbortSignal) => {
    if (message.gateFacts.originChosenBy !== 'script') return null
    const hide = await secrets.hider()
    const text = textIn(message)
    if (hide(text) === text) return null
    const origin = originOf(message.target)
    if (await allowed.mayReceive({ origin, secrets: [], chosenBy: 'script' }, signal)) return null
    const failure = preparationFailure('refused', 'SECRET_HOST_NOT_ALLOWED', 'a secret in a response', origin)
    return failed({ failure, attempt: null, response: null })
  }
  return {
    send: async (passed, observer, signal, ...rest) =>
      (await refusalOf(passed, signal)) ?? transport.send(passed, observer, signal, ...rest),
    open: async (passed, observer, signal, ...rest) =>
      (await refusalOf(passed, signal)) ?? transport.open(passed, observer, signal, ...rest),
  }
}

function textIn({ target, headers, content }: OutboundMessage): string {
  return [
    target.targetUri,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
    ...content.flatMap(part => (part.kind === 'bytes' ? [new TextDecoder().decode(part.bytes)] : [])),
  ].join('\n')
}

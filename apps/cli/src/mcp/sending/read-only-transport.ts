import { type PassedMessage, preparationFailure, type Transport, type WayOut } from '@parley/engine'
import { failed } from '@parley/model'
import { isSafeMethod } from './is-safe-method.ts'

/** Requests for tokens change nothing of the API, and a safe request may need one. */
const tokenWays: ReadonlySet<WayOut> = new Set(['tokenRequest', 'tokenRenewal', 'deviceAuthorization'])

/**
 * Returns a transport that refuses unsafe methods, wherever they come from: the request, a variable in its method, or a
 * script.
 */
export function readOnlyTransport(transport: Transport): Transport {
  const refusalOf = ({ message }: PassedMessage) => {
    const { gateFacts, method, target } = message
    const isAllowed = tokenWays.has(gateFacts.way) || (isSafeMethod(method) && gateFacts.way !== 'webSocket')
    if (isAllowed) return null
    const failure = preparationFailure('refused', 'READ_ONLY', method, target.address)
    return failed({ failure, attempt: null, response: null })
  }
  return {
    send: async (passed, ...rest) => refusalOf(passed) ?? transport.send(passed, ...rest),
    open: async (passed, ...rest) => refusalOf(passed) ?? transport.open(passed, ...rest),
  }
}

import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '@parley/server/contract'
import { refuseWhileAbsent } from '../window/server-absence-gate.ts'
import type { BodyReads } from './body-reads.ts'

/** The server's typed procedures as the page calls them. */
export type ServerClient = ContractRouterClient<typeof contract>

/**
 * Calls the server at `origin` with the launch token in a header (a cookie would reach other ports). Reads of
 * response bodies go through `bodyReads`.
 */
export function createServerClient(origin: string, token: () => string, bodyReads: BodyReads): ServerClient {
  const link = new RPCLink({
    url: `${origin}/rpc`,
    headers: () => ({ 'parley-token': token() }),
    interceptors: [
      ({ next, ...call }) => {
        // The stream of events asks whether the server is back, and has nothing that was typed.
        if (call.path[0] !== 'events') refuseWhileAbsent()
        return bodyReads.run(call, ended => next({ ...call, ...ended }))
      },
    ],
  })
  return createORPCClient(link)
}

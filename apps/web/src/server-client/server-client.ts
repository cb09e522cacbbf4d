import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract, UnsavedDrafts } from '@parley/server/contract'
import { refuseWhileAbsent } from '../window/server-absence-gate.ts'
import type { BodyReads } from './body-reads.ts'
import { withDrafts } from './calls-with-drafts.ts'

/** The server's typed procedures as the page calls them. */
export type ServerClient = ContractRouterClient<typeof contract>

/**
 * Calls the server at `origin` with the launch token in a header (a cookie would reach other ports). Reads of
 * response bodies go through `bodyReads`.
 * @param unsaved returns what the window shows and has not saved, which is a part of what it sends
 */
export function createServerClient(
  origin: string,
  token: () => string,
  bodyReads: BodyReads,
  unsaved: () => UnsavedDrafts | null = () => null,
): ServerClient {
  const link = new RPCLink({
    url: `${origin}/rpc`,
    headers: () => ({ 'parley-token': token() }),
    interceptors: [
      ({ next, ...call }) => {
        // The stream of events asks whether the server is back, and has nothing that was typed.
        if (call.path[0] !== 'events') refuseWhileAbsent()
        const input = withDrafts(call.path, call.input, unsaved())
        return bodyReads.run(call, ended => next({ ...call, input, ...ended }))
      },
    ],
  })
  return createORPCClient(link)
}

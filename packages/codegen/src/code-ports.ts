import type { DynamicSources } from '@parley/engine'
import { authSessionInMemory, type EnginePorts, type HeldToken, type HostNames } from '@parley/engine'
import { ok } from '@parley/model'
import { type Placeholders, placeholderScopes } from './placeholders.ts'

/** What code generation needs of its host: nothing that reads a file or reaches the network. */
export interface CodePorts extends DynamicSources {
  readonly hostNames: HostNames
}

/** The token of a scheme that asks a server for one, as a placeholder. */
const tokenName = 'accessToken'

/** The names of secrets that have no variable, filled in while a request is prepared. */
export type AskedNames = Set<string>

/**
 * Returns ports that answer the engine with placeholders: no script runs, no file is read, no server is asked.
 * @param asked takes the names of secret fields and tokens that became placeholders
 */
export function placeholderPorts(
  { clock, random, hostNames }: CodePorts,
  placeholders: Placeholders,
  fillsVariables: boolean,
  asked: AskedNames,
): EnginePorts {
  const ask = (name: string) => {
    asked.add(name)
    return placeholders.markOf(name)
  }
  const token = (): HeldToken => ({
    accessToken: ask(tokenName),
    idToken: '',
    refreshToken: '',
    expiresAt: null,
  })
  const session = authSessionInMemory()
  return {
    clock,
    random,
    hostNames,
    scripts: {
      async runPreRequest({ resolved }) {
        const scopes = placeholderScopes(resolved.scopes, placeholders, fillsVariables)
        const overrides = { method: null, setHeaders: [], deletedHeaders: [], content: null }
        return ok({ stage: 'scripted', scopes, overrides, results: [] })
      },
      runPostResponse: () => Promise.reject(unreachable('a post-response script')),
    },
    files: { lengthBytes: async () => ok(0) },
    authSession: { ...session, tokens: { ...session.tokens, held: async () => token() } },
    secretValues: { ask: async missing => missing.map(({ name }) => ask(name)) },
    transport: { send: () => Promise.reject(unreachable('the network')) },
    secretHosts: { mayReceive: () => Promise.reject(unreachable('the network')) },
    history: { record: () => Promise.reject(unreachable('the history')) },
  }
}

/** Everything that would leave the engine while it prepares is answered above. */
function unreachable(what: string): Error {
  return new Error(`Code generation reached ${what}`)
}

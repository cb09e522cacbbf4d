import type { DynamicSources } from '@parley/engine'
import { authSessionInMemory, type EnginePorts, type HeldToken, type HostNames } from '@parley/engine'
import { ok } from '@parley/model'
import { type Placeholders, placeholderScopes } from './placeholders.ts'

/** The host's services for code generation: none of them reads a file or uses the network. */
export interface CodePorts extends DynamicSources {
  readonly hostNames: HostNames
}

/** The placeholder for the token of a scheme that requests one from a server. */
export const tokenName = 'accessToken'

/** The names of secrets without a variable, collected while a request is prepared. */
export type AskedNames = Set<string>

/**
 * Returns ports that give the engine placeholders: no script runs, no file is read, no server is called.
 * @param asked receives the names of secret fields and tokens that became placeholders
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
    transport: {
      send: () => Promise.reject(unreachable('the network')),
      open: () => Promise.reject(unreachable('the network')),
    },
    secretHosts: { mayReceive: () => Promise.reject(unreachable('the network')) },
    history: { record: () => Promise.reject(unreachable('the history')) },
  }
}

/** Returns the error for ports that preparation must not use, because the ports above replace them. */
function unreachable(what: string): Error {
  return new Error(`Code generation reached ${what}`)
}

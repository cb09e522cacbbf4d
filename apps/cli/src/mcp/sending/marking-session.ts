import type { RunSession, ScriptRunner, VariableScope } from '@parley/engine'
import { ok } from '@parley/model'
import type { HideSecrets } from './known-secrets.ts'

/**
 * Returns a session in which a variable is withheld, as secrets are, if its value contains a known secret: a script may
 * have kept one that a server repeated. The gate of the engine then holds for it on every way out.
 * @param hide - hides the secrets that are known now
 */
export function markingSession(session: RunSession, hide: HideSecrets): RunSession {
  return {
    cookieJar: session.cookieJar,
    get scope() {
      return markedScope(session.scope, hide)
    },
    scriptsFor: place => markingScripts(session.scriptsFor(place), hide),
  }
}

/** Scripts before the request may pass on what earlier ones kept, under other names. */
function markingScripts(scripts: ScriptRunner, hide: HideSecrets): ScriptRunner {
  return {
    ...scripts,
    async runPreRequest(run) {
      const outcome = await scripts.runPreRequest(run)
      if (!outcome.ok) return outcome
      return ok({ ...outcome.value, scopes: outcome.value.scopes.map(scope => markedScope(scope, hide)) })
    },
    runPostResponse: run => scripts.runPostResponse(run),
  }
}

function markedScope(scope: VariableScope, hide: HideSecrets): VariableScope {
  const found = [...scope.values].filter(([, { text }]) => hide(text) !== text).map(([name]) => name)
  if (found.length === 0) return scope
  return {
    ...scope,
    secretNames: new Set([...(scope.secretNames ?? []), ...found]),
    withheldNames: new Set([...(scope.withheldNames ?? []), ...found]),
  }
}

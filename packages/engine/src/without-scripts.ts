import { ok } from '@parley/model'
import type { ScriptRunner } from './ports.ts'
import { noTests } from './run-post-response-scripts.ts'

/** A host without a sandbox: every request goes on as if it had no scripts. */
export const withoutScripts: ScriptRunner = {
  async runPreRequest({ resolved }) {
    const overrides = { method: null, setHeaders: [], deletedHeaders: [], content: null }
    return ok({ stage: 'scripted', scopes: resolved.scopes, overrides, results: [] })
  },
  runPostResponse: async () => noTests,
}

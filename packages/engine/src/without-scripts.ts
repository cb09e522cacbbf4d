import { ok } from '@parley/model'
import type { ScriptRunner } from './ports.ts'
import { noTests } from './scripts/run-post-response-scripts.ts'

/** For hosts without a sandbox: skips all scripts. */
export const withoutScripts: ScriptRunner = {
  async runPreRequest({ resolved }) {
    const overrides = { method: null, setHeaders: [], deletedHeaders: [], content: null }
    return ok({ stage: 'scripted', scopes: resolved.scopes, overrides, results: [] })
  },
  runPostResponse: async () => noTests,
}

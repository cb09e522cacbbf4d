import { ok } from '@parley/model'
import type { ScriptRunner } from '../prepare/ports/script-runner.ts'
import { noTests } from './run-post-response-scripts.ts'

/** For hosts without a sandbox: skips all scripts. */
export const withoutScripts: ScriptRunner = {
  async runPreRequest({ resolved }) {
    const overrides = { method: null, setHeaders: [], deletedHeaders: [], content: null }
    return ok({ stage: 'scripted', scopes: resolved.scopes, overrides, results: [] })
  },
  runPostResponse: async () => noTests,
}

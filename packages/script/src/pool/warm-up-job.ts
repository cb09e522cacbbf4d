import { defaultScriptBudget } from '../sandbox/script-clock.ts'
import type { ScriptJob } from '../sandbox/worker-protocol.ts'
import type { ScriptView } from '../shared/script-view.ts'

const view: ScriptView = {
  phase: 'preRequest',
  requestName: '',
  requestTags: [],
  requestId: '',
  iteration: { index: 0, count: 1 },
  order: 'none',
  allowsRequire: false,
  environmentName: '',
  ancestorNames: [],
  scopes: [
    { name: 'send', values: [], withheldNames: [] },
    { name: 'session', values: [], withheldNames: [] },
  ],
  request: {
    method: 'GET',
    url: '',
    pathParams: [],
    headers: [],
    rows: [],
    deletedHeaders: [],
    authMode: 'none',
    timeoutMs: 0,
    body: { type: 'none' },
  },
  response: null,
  seed: [1, 2, 3, 4],
}

/**
 * A script that uses common features: the first script on a thread takes twenty times as long as the next.
 */
export const warmUpJob: ScriptJob = {
  source: 'test("", () => expect(JSON.parse("[1]")).to.eql([1]))',
  viewJson: JSON.stringify(view),
  phase: 'preRequest',
  withheldNames: [],
  typedUrl: '',
  headersSetBefore: [],
  bodyBytes: 0,
  bodyCharset: '',
  allowsRequire: false,
  budget: defaultScriptBudget,
}

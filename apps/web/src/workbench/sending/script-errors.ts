import { isEventStream } from '@parley/engine'
import type { ScriptError, TestReport } from '@parley/model'
import type { ScriptTextPart } from '../request/script-part.ts'
import type { RequestTab, SendState } from '../tabs/request-tab.ts'

/** The errors of the scripts of a send. */
function scriptErrorsOf(send: SendState): readonly ScriptError[] {
  if (send.state === 'answered') return send.tests.scriptErrors
  return send.state === 'idle' && send.scriptError !== undefined ? [send.scriptError] : []
}

/** The line of the request's own script at which it failed in its latest send; null: none is known. */
export function errorLineOf({ send }: Pick<RequestTab, 'send'>, part: ScriptTextPart): number | null {
  const error = scriptErrorsOf(send).find(one => one.owner === 'request' && one.phase === part)
  return error?.line ?? null
}

/** Whether a test failed, or a script had an error. */
export function hasFailure({ results, scriptErrors }: TestReport): boolean {
  return scriptErrors.length > 0 || results.some(result => !result.passed)
}

const phaseNames: Readonly<Record<ScriptError['phase'], string>> = {
  preRequest: 'Pre Request',
  postResponse: 'Post Response',
}

/** Whose script it was, in words: `Post Response script of the collection`. */
export function scriptPlaceName({ owner, phase }: Pick<ScriptError, 'owner' | 'phase'>): string {
  return `${phaseNames[phase]} script of the ${owner}`
}

/** Returns what Test Results say if there is nothing to list; otherwise null (spec 4.4). */
export function emptyTestsText({
  draft,
  send,
}: {
  readonly draft: Pick<RequestTab['draft'], 'scripts' | 'assertions'>
  readonly send: RequestTab['send']
}): string | null {
  if (send.state === 'awaiting' && send.response?.content.isComplete) return 'The scripts are running'
  if (send.state !== 'answered') return 'Run the request to see test results'
  const { results, scriptErrors } = send.tests
  if (results.length > 0 || scriptErrors.length > 0) return null
  const hasScript = [draft.scripts.postResponse, draft.scripts.tests].some(script => script.trim() !== '')
  if (!hasScript && !draft.assertions.some(one => one.enabled)) return 'No tests defined'
  return isEventStream(send.exchange.response.content)
    ? 'The response is a stream, so nothing was tested'
    : 'The Post Response script listed no tests'
}

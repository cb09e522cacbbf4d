import { isEventStream } from '@parley/engine'
import type { Response } from '@parley/model'
import { isDeepEqual } from '../deep-equal.ts'
import type { RequestTab } from '../tabs/request-tab.ts'
import { testsOfRequest } from './script-errors.ts'

/** Returns what Test Results say if there is nothing to list; otherwise null (behaviour 4.4). */
export function emptyTestsText({
  draft,
  send,
}: {
  readonly draft: RequestTab['draft']
  readonly send: RequestTab['send']
}): string | null {
  if (send.state === 'awaiting' && send.response?.content.isComplete) return 'The scripts are running'
  const defined = testsOfRequest(draft)
  const hasTests = defined.assertions.length > 0 || defined.scripts.some(script => script.trim() !== '')
  const words = hasTests ? notOfStreams : noTests
  if (send.state !== 'answered') return 'response' in send && isStream(send.response) ? words : notRun
  const { results, scriptErrors } = send.tests
  if (results.length > 0 || scriptErrors.length > 0) return null
  if (!hasTests) return noTests
  // What was written since then has not run.
  if (!isDeepEqual(send.sentTests, defined)) return notRun
  return isStream(send.exchange.response) ? words : 'The Post Response script listed no tests'
}

const noTests = 'No tests defined'
const notRun = 'Run the request to see test results'
const notOfStreams = 'The response is a stream, so nothing was tested'

function isStream(response: Response | null): boolean {
  return response !== null && isEventStream(response.content)
}

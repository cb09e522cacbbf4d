import type { Request, ScriptError, TestReport } from '@parley/model'
import type { ScriptTextPart } from '../request/script-part.ts'
import type { RequestTab, RequestTests, SendState } from '../tabs/request-tab.ts'

/** The errors of the scripts of a send. */
export function scriptErrorsOf(send: SendState): readonly ScriptError[] {
  if (send.state === 'answered') return send.tests.scriptErrors
  return send.state === 'idle' && send.scriptError !== undefined ? [send.scriptError] : []
}

/** The line of the request's own script at which it failed in its latest send; null: none is known. */
export function errorLineOf({ send }: Pick<RequestTab, 'send'>, part: ScriptTextPart): number | null {
  const error = scriptErrorsOf(send).find(one => one.owner === 'request' && one.phase === part)
  return error?.line ?? null
}

/** In which phase a script of the request itself had an error in its latest send; null: in none. */
export function failedPhase(send: SendState | undefined): ScriptError['phase'] | null {
  const errors = send === undefined ? [] : scriptErrorsOf(send)
  return errors.find(({ owner }) => owner === 'request')?.phase ?? null
}

/** The error of the pre-request script that stopped the latest send; null: none did. */
export function notSentErrorOf(send: SendState): ScriptError | null {
  return send.state === 'idle' ? (send.scriptError ?? null) : null
}

const owners: Readonly<Record<ScriptError['owner'], string>> = {
  request: 'The Pre Request script failed.',
  folder: 'The Pre Request script of the folder failed.',
  collection: 'The Pre Request script of the collection failed.',
}

/** Says in a sentence or two why a request was not sent. */
export function notSentSentence({ owner }: Pick<ScriptError, 'owner'>): string {
  return `${owners[owner]} Nothing was sent.`
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

/** Returns what a request of any kind tests its response with. */
export function testsOfRequest(request: Request): RequestTests {
  const { postResponse, tests } = request.scripts
  const assertions = 'assertions' in request ? request.assertions : []
  return { scripts: [postResponse, tests], assertions: assertions.filter(one => one.enabled) }
}

/** `Script error`, `2 script errors`. */
export function scriptErrorWords(count: number): string {
  return count === 1 ? 'Script error' : `${count.toLocaleString('en')} script errors`
}

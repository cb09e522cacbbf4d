import type { HttpRequest, Scripts } from '@parley/model'
import type { RequestContext, ResolvedRequest } from '../request-context.ts'

/** Returns whether something of a request runs in the sandbox before it is sent. */
export function runsBeforeRequest({
  request,
  scripts,
}: Pick<ResolvedRequest, 'request' | 'scripts'>): boolean {
  return (
    request.actions.some(one => one.enabled && one.phase === 'preRequest') ||
    scripts.some(one => one.scripts.preRequest.trim() !== '')
  )
}

/** Returns whether something of a request runs in the sandbox after its response. */
export function runsAfterResponse(request: DeclaredParts, scripts: readonly Scripts[]): boolean {
  const hasAction = request.actions.some(one => one.enabled && one.phase === 'postResponse')
  return (
    hasAction ||
    request.assertions.some(one => one.enabled) ||
    scripts.some(one => `${one.postResponse}${one.tests}`.trim() !== '')
  )
}

/** Returns whether a request needs a sandbox: it has scripts, inherited ones included, assertions or variables to set. */
export function needsSandbox(
  { scripts, assertions = [], actions = [] }: Pick<HttpRequest, 'scripts'> & Partial<DeclaredParts>,
  ancestors: RequestContext['ancestors'],
): boolean {
  const all = [scripts, ...ancestors.map(({ defaults }) => defaults.scripts)]
  return (
    [...assertions, ...actions].some(one => one.enabled) ||
    all.some(one => `${one.preRequest}${one.postResponse}${one.tests}`.trim() !== '')
  )
}

/** What a request declares instead of writing a script. */
type DeclaredParts = Pick<HttpRequest, 'assertions' | 'actions'>

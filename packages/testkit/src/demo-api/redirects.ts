import { type Answer, answerFailure, answerJson } from './answer.ts'
import { readWholeNumber } from './read-whole-number.ts'
import { type Call, pathParameter, type Route } from './route.ts'

const redirectStatusCodes = ['301', '302', '303', '307', '308']

/** Routes for redirects (RFC 9110 §15.4): a chain of a chosen length, and one to a chosen URL. */
export const redirectRoutes: readonly Route[] = [
  {
    method: 'ANY',
    path: '/redirect/:count',
    summary:
      'So many redirects (1 to 100), by relative references, to /v1/echo; status=301, 302, 303, 307 or 308',
    handle: redirectOnward,
  },
  {
    method: 'ANY',
    path: '/redirect-to',
    summary: 'A redirect to url, sent as it is given; status as above',
    handle: redirectToUrl,
  },
]

function redirectOnward(call: Call): Answer {
  const count = readWholeNumber('count', pathParameter(call, 'count'), { minimum: 1, maximum: 100 })
  if (!count.ok) return count.answer
  const status = call.query.get('status')
  const query = status === null ? '' : `?status=${encodeURIComponent(status)}`
  // Relative to /v1/redirect/N, so that a client which does not resolve references fails here.
  return redirect(call, count.value === 1 ? '../echo' : `${count.value - 1}${query}`)
}

function redirectToUrl(call: Call): Answer {
  const url = call.query.get('url') ?? ''
  if (!/^[\x21-\x7e]+$/.test(url)) {
    return answerFailure(400, 'invalid_parameter', 'url must be given, in visible ASCII characters')
  }
  return redirect(call, url)
}

function redirect(call: Call, location: string): Answer {
  const status = call.query.get('status') ?? '302'
  if (!redirectStatusCodes.includes(status)) {
    return answerFailure(400, 'invalid_parameter', `status must be one of ${redirectStatusCodes.join(', ')}`)
  }
  return answerJson({ location }, Number(status), ['Location', location])
}

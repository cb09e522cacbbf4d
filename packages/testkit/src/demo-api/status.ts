import { STATUS_CODES } from 'node:http'
import { type Answer, answerEmpty, answerJson } from './answer.ts'
import { readWholeNumber } from './read-whole-number.ts'
import { type Call, pathParameter, type Route } from './route.ts'

/** The fields that RFC 9110 §15 requires in a response with this code. */
const demandedFields: ReadonlyMap<number, readonly string[]> = new Map([
  [401, ['WWW-Authenticate', 'Basic realm="demo"']],
  [405, ['Allow', 'GET']],
  [407, ['Proxy-Authenticate', 'Basic realm="demo"']],
  [426, ['Upgrade', 'h2c', 'Connection', 'Upgrade']],
])

/**
 * Routes that respond with the requested status. Interim codes (1xx) are refused, because they do not end an
 * exchange.
 */
export const statusRoutes: readonly Route[] = [
  {
    method: 'ANY',
    path: '/status/:code',
    summary: 'A response with this status, 200 to 599',
    handle: answerStatus,
  },
]

function answerStatus(call: Call): Answer {
  const code = readWholeNumber('code', pathParameter(call, 'code'), { minimum: 200, maximum: 599 })
  if (!code.ok) return code.answer
  const statusCode = code.value
  const fields = demandedFields.get(statusCode) ?? []
  if (statusCode === 204 || statusCode === 205 || statusCode === 304) return answerEmpty(statusCode, fields)
  return answerJson({ statusCode, reasonPhrase: STATUS_CODES[statusCode] ?? '' }, statusCode, fields)
}

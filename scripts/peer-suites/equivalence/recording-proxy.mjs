import { createHash } from 'node:crypto'
import { startRecordingProxy } from '../../../packages/testkit/src/index.ts'
import { answersByHost, contentOf } from '../stand-in-answers.mjs'

/**
 * Starts a proxy that answers every request itself: as the test servers of the other clients do for their names, so that scripts
 * find what they look for, and with one JSON object for other names.
 */
export function startAnsweringProxy() {
  return startRecordingProxy(request => {
    const answer = answerOf(request)
    const { content, type } = contentOf(answer)
    return { statusCode: answer.status, headers: { 'Content-Type': type, ...answer.headers }, content }
  })
}

function answerOf({ scheme, host, method, target, headers: fields, body }) {
  const known = answersByHost[host.replace(/:(?:443|80)$/, '')]
  const base = `${scheme}://${host}`
  if (known !== undefined && URL.canParse(target, base)) {
    const headers = {}
    for (let at = 0; at < fields.length; at += 2) headers[fields[at].toLowerCase()] = fields[at + 1]
    return known({ method, url: new URL(target, base), headers, content: body })
  }
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 8)
  const json = { ok: true, id: 1, data: {}, token: 't', access_token: 't', token_type: 'Bearer' }
  return { json, headers: { 'X-Digest': digest } }
}

import { failed, ok } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { exchange, plainFields, recordingPorts, scope, testSettings } from '../../engine-fixture.testkit.ts'
import type { ScriptRequest } from '../ports/script-runner.ts'
import type { TransportResult } from '../ports/transport.ts'
import { preparationFailure } from '../preparation-failure.ts'
import { scriptRequestSender } from './send-script-request.ts'

const request: ScriptRequest = { method: 'POST', url: 'http://{{host}}/:id', headers: [], content: null }
const scopes = [
  scope('session', { host: 'h.example', x: '1' }),
  { ...scope('environment', { secret: 's3' }), withheldNames: new Set(['secret']) },
]
const signal = new AbortController().signal

function sending(fields: Partial<ScriptRequest>, answer: () => TransportResult = () => ok(exchange(200))) {
  const { ports, messages, calls } = recordingPorts(answer)
  const sent = scriptRequestSender(testSettings, ports)({ ...request, ...fields }, scopes, signal)
  return { sent, messages, calls }
}

describe('a request of a script', () => {
  test('goes through the stages from rendering on, and is neither recorded nor scripted', async () => {
    const { sent, messages, calls } = sending({
      headers: [{ name: 'X', value: '{{x}} {{none}}' }],
      content: { text: '{"a":"{{x}}"}', mediaType: 'application/json' },
    })
    expect(await sent).toEqual(ok(exchange(200)))
    expect(calls).toEqual(['send'])
    expect(messages[0]?.target.targetUri).toBe('http://h.example/:id')
    expect(plainFields(messages[0]?.headers)).toEqual([
      { name: 'Host', value: 'h.example' },
      { name: 'User-Agent', value: 'Parley/1.0' },
      { name: 'X', value: '1 {{none}}' },
      { name: 'Content-Length', value: '13' },
      { name: 'Content-Type', value: 'application/json' },
    ])
    expect(messages[0]?.settings.initiator).toBe('script')
    expect(messages[0]?.content).toEqual([
      { kind: 'bytes', bytes: new TextEncoder().encode('{"a":"{{x}}"}') },
    ])
  })

  test.each([
    { url: 'http://h/{{secret}}' },
    { headers: [{ name: 'X', value: '{{ secret }}' }] },
    { content: { text: 'a {{secret}}', mediaType: null } },
  ])('that names a withheld secret is refused: %j', async fields => {
    const { sent, calls } = sending(fields)
    expect(await sent).toEqual(failed(preparationFailure('template', 'VARIABLE_WITHHELD', 'secret')))
    expect(calls).toEqual([])
  })

  test.each([
    ['INVALID_METHOD', { method: 'GE T' }],
    ['UNSUPPORTED_SCHEME', { url: 'file:///etc/passwd' }],
    ['INVALID_HEADER_VALUE', { headers: [{ name: 'X', value: 'a\nb' }] }],
  ])('that is none fails with %s', async (code, fields) => {
    const { sent, calls } = sending(fields)
    expect(await sent).toMatchObject({ ok: false, failure: { code } })
    expect(calls).toEqual([])
  })

  test('that gets no response fails with the failure of the transport', async () => {
    const refused = preparationFailure('connect', 'ECONNREFUSED', '')
    const { sent } = sending({}, () => failed({ failure: refused, attempt: null, response: null }))
    expect(await sent).toEqual(failed(refused))
  })
})

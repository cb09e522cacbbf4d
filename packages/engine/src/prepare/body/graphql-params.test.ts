import { type GraphQlBody, type NewRequestFields, newHttpRequest, type Variable } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { withoutScripts } from '../../after/without-scripts.ts'
import { context, exchange, recordingPorts } from '../../engine-fixture.testkit.ts'
import { executeRequest } from '../../send/execute-request.ts'
import type { ScriptRunner } from '../ports/script-runner.ts'
import { previewFields } from '../preview-fields.ts'

const signal = new AbortController().signal
const body = (fields: Partial<GraphQlBody>): GraphQlBody => ({
  type: 'graphql',
  query: '{ a }',
  variables: '',
  ...fields,
})

async function sent(fields: NewRequestFields, globalVariables: readonly Variable[] = []) {
  const {
    ports: recording,
    messages,
    recorded,
  } = recordingPorts(({ target }) => ({
    ok: true,
    value: { ...exchange(200), request: { ...exchange(200).request, targetUri: target.targetUri } },
  }))
  const shown: string[] = []
  const scripts: ScriptRunner = {
    ...withoutScripts,
    async runPostResponse(run) {
      shown.push(run.exchange.request.targetUri)
      return withoutScripts.runPostResponse(run)
    },
  }
  const ports = { ...recording, scripts }
  const secretValues = { global: new Map([['key', 'canary-71c4']]) }
  const request = newHttpRequest({ method: 'GET', url: 'http://h.example/g', ...fields })
  const outcome = await executeRequest({
    request,
    context: context({ globalVariables, secretValues }),
    ports,
    signal,
  })
  return { outcome, message: messages[0], history: recorded[0]?.outcome, shown }
}

describe('a GraphQL request by GET', () => {
  test.each<[string, string, Partial<GraphQlBody>, string]>([
    ['the query', '', {}, '?query=%7B%20a%20%7D'],
    ['the query behind that of the URL', '?x=1&y', {}, '?x=1&y&query=%7B%20a%20%7D'],
    ['the query behind an open query', '?', {}, '?query=%7B%20a%20%7D'],
    ['nothing of the fragment', '#f?', {}, '?query=%7B%20a%20%7D'],
    [
      'all that it has, exactly as typed',
      '',
      { operationName: 'A', variables: '{"id": 9007199254740993}', extensions: '{"e":"&+#é"}' },
      '?query=%7B%20a%20%7D&operationName=A&variables=%7B%22id%22%3A%209007199254740993%7D&extensions=%7B%22e%22%3A%22%26%2B%23%C3%A9%22%7D',
    ],
    ['no blank parts', '', { query: '', variables: ' \n', extensions: '' }, ''],
    [
      'a parameter of the user in place of its own',
      '?query=b',
      { variables: '{}' },
      '?query=b&variables=%7B%7D',
    ],
  ])('has %s in the URL', async (_, url, fields, query) => {
    const { message } = await sent({ url: `http://h.example/g${url}`, body: body(fields) })
    expect(message?.target.pathAndQuery).toBe(`/g${query}`)
    expect(message?.target.targetUri).toBe(`http://h.example/g${query}`)
    expect(message?.content).toEqual([])
    expect(message?.headers.map(({ name }) => name)).toEqual(['Host', 'User-Agent', 'Accept'])
  })

  test.each(['POST', 'get', 'QUERY', 'HEAD'])('only: with %s it is content', async method => {
    const { message } = await sent({ method, body: body({}) })
    expect(message?.target.pathAndQuery).toBe('/g')
    expect(message?.headers.map(({ name }) => name)).toContain('Content-Type')
  })

  test.each([
    ['INVALID_GRAPHQL_VARIABLES', { variables: '{' }],
    ['INVALID_GRAPHQL_EXTENSIONS', { extensions: '{' }],
  ])('fails with %s before it is sent', async (code, fields) => {
    const { outcome, message } = await sent({ body: body(fields) })
    expect([message, outcome.ok ? null : outcome.failure.failure.code]).toEqual([undefined, code])
  })

  test('the page lists the header fields that are sent', () => {
    const request = newHttpRequest({ method: 'GET', url: 'http://h.example/g', body: body({}) })
    expect(previewFields(request, []).fields.map(({ name }) => name)).toEqual([
      'Host',
      'User-Agent',
      'Accept',
    ])
  })

  test.each<[string, Partial<GraphQlBody>]>([
    ['query', { query: '{ a(b: "{{key}}") }' }],
    ['operationName', { operationName: '{{key}}' }],
    ['variables', { variables: '{"b": "{{key}}"}' }],
    ['extensions', { extensions: '{"b": "{{key}}"}' }],
  ])('a secret in %s is one in the URL: sent, and shown by its name', async (_, fields) => {
    const key: Variable = { secret: true, name: 'key', allowedToScripts: false, enabled: true }
    const { message, history, shown } = await sent({ body: body(fields) }, [key])
    expect(message?.target.targetUri).toContain('canary-71c4')
    expect(message?.target.shownUri).toContain('{{key}}')
    expect(message?.target.shownUri).not.toContain('canary')
    expect(message?.gateFacts.secrets.map(({ name }) => name)).toEqual(['key'])
    expect(message?.gateFacts.inContent).toEqual([])
    expect(JSON.stringify(history)).toContain('{{key}}')
    expect(JSON.stringify(history)).not.toContain('canary')
    expect(shown).toEqual([message?.target.shownUri])
  })
})

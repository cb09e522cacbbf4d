import { defaultSendSettings } from '@parley/engine'
import { type AssistantService, askAssistant, listModels } from '@parley/engine/assistant'
import type { AssistantServiceKind } from '@parley/model'
import {
  type ModelBehaviour,
  type ModelDialect,
  type ModelServer,
  startHttpProxy,
  startModelServer,
  startTlsServer,
} from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { directPath } from './connection/network-path.ts'
import { startEngine } from './send-through-engine.testkit.ts'
import { trusting } from './transport-fixture.testkit.ts'

const key = 'sk-canary-key-4711'
const conversation = {
  instructions: 'Be brief.',
  messages: [{ role: 'user', text: 'Why {{token}}?' }],
} as const
const kinds: readonly AssistantServiceKind[] = ['openai', 'anthropic', 'ollama']

describe.each(kinds)('a service of the kind %s', kind => {
  const isAnthropic = kind === 'anthropic'
  const dialect: ModelDialect = isAnthropic ? 'anthropic' : 'openai'
  let engine = startEngine()
  let server: ModelServer

  beforeEach(async () => {
    engine = startEngine()
    server = await startModelServer(dialect)
    return () => server.close()
  })

  afterEach(() => engine.close())

  const service = (fields: Partial<AssistantService> = {}): AssistantService => ({
    kind,
    address: isAnthropic ? server.url : `${server.url}/v1/`,
    model: 'small-model',
    key,
    headers: [{ name: 'X-Team', value: 'books' }],
    ...fields,
  })

  function ask(
    fields: Partial<AssistantService> = {},
    onText?: (text: string) => void,
    signal?: AbortSignal,
  ) {
    const host = {
      ports: engine.ports,
      settings: defaultSendSettings,
      signal: signal ?? new AbortController().signal,
    }
    return askAssistant(service(fields), conversation, host, onText)
  }

  async function faultOf(behaviour: ModelBehaviour) {
    server.behaviour = behaviour
    const asked = await ask()
    if (asked.ok) throw new Error('There is an answer')
    return { ...asked.failure.fault, text: asked.failure.text }
  }

  test('is asked with the key, the headers and the question as it is, and its answer arrives in pieces', async () => {
    server.behaviour = { kind: 'answer', text: 'The order is **locked**, é 👍.' }
    const pieces: string[] = []
    expect(await ask({}, text => pieces.push(text))).toEqual({
      ok: true,
      value: 'The order is **locked**, é 👍.',
    })
    expect(pieces.filter(piece => piece !== '').length).toBeGreaterThan(3)
    const [request] = server.requests
    expect(request?.url).toBe(isAnthropic ? '/v1/messages' : '/v1/chat/completions')
    const fields = new Map(request?.headers.map(({ name, value }) => [name.toLowerCase(), value]))
    if (isAnthropic)
      expect([fields.get('x-api-key'), fields.get('anthropic-version')]).toEqual([key, '2023-06-01'])
    else expect(fields.get('authorization')).toBe(`Bearer ${key}`)
    expect(fields.get('content-type')).toBe('application/json')
    expect(fields.get('x-team')).toBe('books')
    const body = JSON.parse(String(request?.content))
    expect(body).toMatchObject({ model: 'small-model', stream: true })
    expect(isAnthropic ? body.system : body.messages[0].content).toBe('Be brief.')
    expect(body.messages.at(-1)).toEqual({ role: 'user', content: 'Why {{token}}?' })
  })

  test('without a key none is sent', async () => {
    expect((await ask({ key: '' })).ok).toBe(true)
    expect(JSON.stringify(server.requests[0]?.headers)).not.toMatch(/authorization|x-api-key/i)
  })

  test('an answer that comes byte by byte is the same (AI1)', async () => {
    server.behaviour = { kind: 'bytewise', text: 'Zwölf Äpfel 🍏' }
    expect(await ask()).toEqual({ ok: true, value: 'Zwölf Äpfel 🍏' })
  })

  test('a question offers no tools, so that nothing in an answer can call one', async () => {
    expect((await ask()).ok).toBe(true)
    const members = isAnthropic
      ? ['max_tokens', 'messages', 'model', 'stream', 'system']
      : ['messages', 'model', 'stream']
    expect(Object.keys(JSON.parse(String(server.requests[0]?.content))).sort()).toEqual(members)
  })

  test('its models are listed', async () => {
    const host = { ports: engine.ports, settings: defaultSendSettings, signal: new AbortController().signal }
    expect(await listModels(service(), host)).toEqual({ ok: true, value: ['small-model', 'large-model'] })
    // Ollama without a model sends null.
    server.behaviour = { kind: 'response', statusCode: 200, content: '{"object":"list","data":null}' }
    expect(await listModels(service(), host)).toEqual({ ok: true, value: [] })
    server.behaviour = { kind: 'response', statusCode: 200, content: '[]' }
    expect(await listModels(service(), host)).toMatchObject({ failure: { code: 'ASSISTANT_NOT_UNDERSTOOD' } })
    server.behaviour = { kind: 'response', statusCode: 401, content: '{}' }
    expect(await listModels(service(), host)).toMatchObject({ failure: { code: 'ASSISTANT_KEY_REFUSED' } })
  })

  const refusal = (
    statusCode: number,
    message: string,
    headers: Record<string, string> = {},
  ): ModelBehaviour => ({
    kind: 'response',
    statusCode,
    headers,
    content: JSON.stringify({ error: { message } }),
  })

  test.each<[string, ModelBehaviour, string, string]>([
    ['401 (AI1)', refusal(401, `wrong key ${key}`), 'ASSISTANT_KEY_REFUSED', 'wrong key {{API key}}'],
    ['404 (AI1)', refusal(404, 'no such model'), 'ASSISTANT_NOT_FOUND', 'small-model: no such model'],
    ['429 (AI1)', refusal(429, 'slow down', { 'retry-after': '7' }), 'ASSISTANT_BUSY', 'Wait 7 s'],
    [
      '500 (AI1)',
      { kind: 'response', statusCode: 500, content: 'oops' },
      'ASSISTANT_FAILED',
      '500 Internal Server Error.',
    ],
    [
      '400 too long (AI1)',
      refusal(400, 'maximum context length is 8192 tokens'),
      'ASSISTANT_QUESTION_TOO_LONG',
      'Leave parts out',
    ],
    [
      'HTML (AI1)',
      { kind: 'response', statusCode: 200, headers: { 'content-type': 'text/html' }, content: '<h1>' },
      'ASSISTANT_NOT_UNDERSTOOD',
      'text/html',
    ],
    ['wrong JSON (AI1)', { kind: 'wrongJson' }, 'ASSISTANT_NOT_UNDERSTOOD', 'an event that is not an answer'],
    ['a refusal (AI1)', { kind: 'refusal' }, 'ASSISTANT_CONTENT_REFUSED', 'other words'],
    [
      'an error at the end (AI1)',
      { kind: 'errorEvent', text: 'Half', message: 'overloaded' },
      'ASSISTANT_FAILED',
      'overloaded',
    ],
    ['a cut stream (AI1)', { kind: 'cut', text: 'Half' }, 'ASSISTANT_INTERRUPTED', 'What arrived is shown'],
    [
      'a broken stream (AI1)',
      { kind: 'broken', text: 'Half' },
      'ASSISTANT_INTERRUPTED',
      'What arrived is shown',
    ],
    [
      'a line of 5 MB (AI1)',
      { kind: 'answer', text: 'x'.repeat(5_000_000) },
      'ASSISTANT_ANSWER_TOO_LONG',
      'shorter answer',
    ],
    ['terminal codes (AI1)', refusal(500, '\u001b[2Jgone'), 'ASSISTANT_FAILED', '\\x1b[2Jgone'],
  ])('%s is described', async (_, behaviour, code, words) => {
    const fault = await faultOf(behaviour)
    expect(fault.code).toBe(code)
    expect(`${fault.sentence} ${fault.nextStep}`).toContain(words)
    expect(JSON.stringify(fault)).not.toContain(key)
    if (behaviour.kind !== 'answer' && 'text' in behaviour) expect(fault.text).toBe('Half')
  })

  test('a redirect is not followed, so the key goes nowhere else (AI1)', async () => {
    const other = await startModelServer(dialect)
    const fault = await faultOf(refusal(307, '', { location: `${other.url}/x` }))
    expect(fault).toMatchObject({
      code: 'ASSISTANT_REDIRECTED',
      sentence: expect.stringContaining(other.url),
    })
    expect(other.requests).toEqual([])
    await other.close()
  })

  test('Stop closes the connection and keeps what arrived', async () => {
    server.behaviour = { kind: 'neverEnding', text: 'So far' }
    const stop = new AbortController()
    let arrived = ''
    const asked = await ask(
      {},
      text => {
        arrived += text
        if (arrived === 'So far') stop.abort()
      },
      stop.signal,
    )
    expect(asked).toMatchObject({ failure: { fault: { code: 'ASSISTANT_STOPPED' }, text: 'So far' } })
    await server.waitForNoConnection()
  })

  test('without address or model nothing is sent', async () => {
    for (const fields of [{ address: ' ' }, { model: '' }])
      expect(await ask(fields)).toMatchObject({ failure: { fault: { code: 'ASSISTANT_NOT_SET_UP' } } })
    expect(server.requests).toEqual([])
  })

  test('a service that is not there is named (AI1)', async () => {
    const asked = await ask({ address: 'http://127.0.0.1:1/v1' })
    expect(asked).toMatchObject({
      failure: { fault: { code: 'ASSISTANT_NOT_REACHED', sentence: expect.stringContaining('127.0.0.1:1') } },
    })
  })

  test('the certificates of the settings are used', async () => {
    const secure = await startTlsServer({ certificate: 'valid' })
    const address = `${secure.url}/v1`
    expect(await ask({ address })).toMatchObject({ failure: { fault: { code: 'ASSISTANT_NOT_REACHED' } } })
    expect(secure.requests).toEqual([])
    engine.close()
    engine = startEngine({ choosePath: trusting(secure.authorityCertificatePem) })
    expect(await ask({ address })).toMatchObject({ failure: { fault: { code: 'ASSISTANT_NOT_UNDERSTOOD' } } })
    expect(secure.requests).toHaveLength(1)
    await secure.close()
  })

  test('the proxy of the settings is used', async () => {
    const proxy = await startHttpProxy()
    engine.close()
    const server = { type: 'http', host: '127.0.0.1', port: proxy.port, username: '', password: '' } as const
    engine = startEngine({ choosePath: async () => ({ ...directPath, proxy: server }) })
    expect((await ask()).ok).toBe(true)
    expect(proxy.requestLines).toHaveLength(1)
    await proxy.close()
  })
})

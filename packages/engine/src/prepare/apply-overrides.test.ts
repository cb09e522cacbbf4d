import { type Auth, type HeaderField, newAuth, ok } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { withoutScripts } from '../after/without-scripts.ts'
import { noGateFacts, testSettings } from '../engine-fixture.testkit.ts'
import { applyOverrides } from './apply-overrides.ts'
import { sentMessage } from './auth/auth-fixture.testkit.ts'
import { authSessionInMemory } from './auth/auth-session.ts'
import type { AuthorizedMessage } from './message/outbound-message.ts'
import type { MessageOverrides } from './scripts/script-outcome.ts'

const message: AuthorizedMessage = {
  stage: 'authorized',
  method: 'GET',
  target: {
    scheme: 'http',
    host: 'h',
    port: 80,
    pathAndQuery: '/',
    targetUri: 'http://h/',
    address: 'h:80',
  },
  headers: [
    { name: 'Host', value: 'h' },
    { name: 'X-A', value: '1' },
    { name: 'X-B', value: '2' },
    { name: 'x-a', value: '3' },
  ],
  content: [],
  settings: testSettings,
  notices: [],
  credentials: [],
  answerResponse: null,
  gateFacts: noGateFacts,
  signed: null,
}

const noEdits: MessageOverrides = { method: null, setHeaders: [], deletedHeaders: [], content: null }

function edited(fields: Partial<MessageOverrides>, headers: readonly HeaderField[] = message.headers) {
  const outbound = applyOverrides({ ...message, headers }, { overrides: { ...noEdits, ...fields } })
  return { ...outbound, lines: outbound.headers.map(({ name, value }) => `${name}: ${value}`) }
}

describe('applyOverrides', () => {
  test('changes nothing if no script edited anything', () => {
    const { signed: _signed, ...fields } = message
    expect(applyOverrides(message, { overrides: noEdits })).toEqual({ ...fields, stage: 'outbound' })
  })

  test('replaces all headers of a name by the new one, or adds it at the end', () => {
    const setHeaders = [
      { name: 'X-a', value: '9' },
      { name: 'X-C', value: '{{c}}' },
    ]
    expect(edited({ setHeaders }).lines).toEqual(['Host: h', 'X-a: 9', 'X-B: 2', 'X-C: {{c}}'])
  })

  test('deletes every header of a name, and keeps those that were set later', () => {
    expect(edited({ deletedHeaders: ['X-A'] }).lines).toEqual(['Host: h', 'X-B: 2'])
    const setHeaders = [{ name: 'X-A', value: '7' }]
    expect(edited({ deletedHeaders: ['x-a'], setHeaders }).lines).toEqual(['Host: h', 'X-B: 2', 'X-A: 7'])
  })

  test.each<[string, Partial<MessageOverrides>, readonly string[]]>([
    ['deleted', { deletedHeaders: ['user-agent'] }, ['Host: h', 'User-Agent: Parley/1.0', 'X-B: 2']],
    [
      'deleted with all others',
      { deletedHeaders: ['User-Agent', 'X-B'] },
      ['Host: h', 'User-Agent: Parley/1.0'],
    ],
    [
      'set',
      { setHeaders: [{ name: 'user-agent', value: 'Mine/2' }] },
      ['Host: h', 'user-agent: Mine/2', 'X-B: 2'],
    ],
    [
      'deleted, then set',
      { deletedHeaders: ['User-Agent'], setHeaders: [{ name: 'User-Agent', value: 'Mine/2' }] },
      ['Host: h', 'User-Agent: Mine/2', 'X-B: 2'],
    ],
  ])('a request has a User-Agent where it is %s', (_, edits, lines) => {
    for (const value of ['Parley/1.0', 'Own/1']) {
      const headers = [
        { name: 'Host', value: 'h' },
        { name: 'User-Agent', value },
        { name: 'X-B', value: '2' },
      ]
      expect(edited(edits, headers).lines).toEqual(lines)
    }
  })

  test('sets the length of new content, and a media type if there is none', () => {
    const content = { text: '{"ü":1}', mediaType: 'application/json' }
    const { lines, content: parts } = edited({ method: 'PUT', content })
    expect(lines.slice(-2)).toEqual(['Content-Type: application/json', 'Content-Length: 8'])
    expect(parts).toEqual([{ kind: 'bytes', bytes: new TextEncoder().encode('{"ü":1}') }])
    const typed = [
      { name: 'content-type', value: 'text/plain' },
      { name: 'Content-Length', value: '3' },
    ]
    expect(edited({ content }, typed).lines).toEqual(['content-type: text/plain', 'Content-Length: 8'])
  })

  test('leaves a chunked body without a length', () => {
    const chunked = [{ name: 'Transfer-Encoding', value: 'chunked' }]
    expect(edited({ content: { text: 'a', mediaType: null } }, chunked).lines).toEqual([
      'Transfer-Encoding: chunked',
    ])
  })

  test.each([
    ['POST', ['Content-Length: 0']],
    ['DELETE', []],
  ])('a method set to %s says how long its content is where such a method does', (method, added) => {
    const outbound = edited({ method })
    expect(outbound.method).toBe(method)
    expect(outbound.lines.slice(message.headers.length)).toEqual(added)
  })
})

describe('a script’s change of what a signature covers', () => {
  const challenge = (qop: string) => ({
    parameters: new Map([
      ['realm', 'r'],
      ['nonce', 'n'],
      ['qop', qop],
    ]),
    nonceCount: 1,
    cnonce: 'c',
  })
  const digest: Auth = { type: 'digest', username: 'ann', password: 'p' }
  const oauth1 = { ...newAuth('oauth1'), consumerKey: 'c', consumerSecret: 's' }
  const hawk = { ...newAuth('hawk'), id: 'ann', key: 'k' }
  const noticesOf = async (auth: Auth, qop: string, overrides: Partial<MessageOverrides>) => {
    const authSession = authSessionInMemory()
    authSession.challenges.set(JSON.stringify(['http', 'h.example', 80, 'ann']), challenge(qop))
    const { notices } = await sentMessage({
      auth,
      request: { method: 'POST', body: { type: 'raw', language: 'text', text: 'a' } },
      ports: {
        authSession,
        scripts: {
          ...withoutScripts,
          async runPreRequest(run) {
            const outcome = await withoutScripts.runPreRequest(run)
            return outcome.ok ? ok({ ...outcome.value, overrides: { ...noEdits, ...overrides } }) : outcome
          },
        },
      },
    })
    return notices
  }
  const content = { text: 'b', mediaType: null }

  test.each<[string, Auth, string, Partial<MessageOverrides>, readonly string[]]>([
    ['Digest auth-int', digest, 'auth-int', { content }, ['body']],
    ['Digest', digest, 'auth', { method: 'PUT' }, ['method']],
    ['the body hash of OAuth 1.0', { ...oauth1, includeBodyHash: true }, 'auth', { content }, ['body']],
    ['OAuth 1.0', oauth1, 'auth', { method: 'PUT' }, ['method']],
    ['the payload hash of Hawk', { ...hawk, includePayloadHash: true }, 'auth', { content }, ['body']],
    [
      'the payload hash of Hawk',
      { ...hawk, includePayloadHash: true },
      'auth',
      { setHeaders: [{ name: 'content-type', value: 'x/y' }] },
      ['content-type'],
    ],
    ['Hawk', hawk, 'auth', { method: 'PUT' }, ['method']],
  ])('is named: %s', async (_, auth, qop, overrides, names) => {
    expect(await noticesOf(auth, qop, overrides)).toEqual([{ code: 'SIGNATURE_OUTDATED', names }])
  })

  test.each<[string, Auth]>([
    ['Digest', digest],
    ['OAuth 1.0', oauth1],
    ['Hawk', hawk],
  ])('is nothing where %s covers no body', async (_, auth) => {
    expect(await noticesOf(auth, 'auth', { content })).toEqual([])
  })
})

import { type Auth, newAuth, newHttpRequest, type Variable } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { collection, context, folder, recordingPorts, scope } from '../engine-fixture.testkit.ts'
import { executeRequest } from '../send/execute-request.ts'
import { headerOf, refusal, sendAuthorized, sentMessage } from './auth/auth-fixture.testkit.ts'
import type { MissingSecret, SecretValues } from './ports/secret-values.ts'

const secret = (name: string, allowedToScripts = false): Variable => ({
  secret: true,
  name,
  enabled: true,
  allowedToScripts,
})
const local = {
  name: 'Local',
  color: '',
  variables: [secret('key')],
  clientCertificates: [],
  extendsName: '',
  dotEnvFilePath: '',
}
const request = { url: 'http://h.example/{{key}}' }

/** Answers with these texts, and writes down what it was asked. */
function answering(texts: readonly string[] | null) {
  const asked: (readonly MissingSecret[])[] = []
  const secretValues: SecretValues = {
    async ask(missing) {
      asked.push(missing)
      return texts
    },
  }
  return { ports: { secretValues }, asked }
}

describe('a secret variable without a value', () => {
  test('is asked for, with its place, and filled in', async () => {
    const { ports, asked } = answering(['canary'])
    const { target } = await sentMessage({ request, context: { environment: local }, ports })
    expect(target.pathAndQuery).toBe('/canary')
    expect(asked).toEqual([
      [{ kind: 'variable', name: 'key', place: { kind: 'environment', name: 'Local' }, isMultiline: false }],
    ])
  })

  test('stops the send if nobody can be asked or nobody answers', async () => {
    const expected = { code: 'SECRET_MISSING', subject: 'key (environment Local)' }
    expect(await refusal({ request, context: { environment: local } })).toEqual(expected)
    const { ports } = answering(null)
    expect(await refusal({ request, context: { environment: local }, ports })).toEqual(expected)
    expect(await refusal({ request, context: { workspaceVariables: [secret('key')] } })).toEqual({
      code: 'SECRET_MISSING',
      subject: 'key (workspace variable)',
    })
  })

  test('is not asked for if no text needs it, or if a wider scope has a value', async () => {
    const { ports, asked } = answering(['canary'])
    await sentMessage({ context: { environment: local }, ports })
    const liveScopes = [scope('session', { key: 'set' })]
    await sentMessage({ request, context: { environment: local, liveScopes }, ports })
    const kept = { environment: new Map([['key', '']]) }
    await sentMessage({ request, context: { environment: local, secretValues: kept }, ports })
    expect(asked).toEqual([])
  })

  test('of a collection or folder is asked for with the object that has it, the narrowest first', async () => {
    const variables = [secret('key')]
    const books = collection({ variables: [...variables, secret('other')] })
    const inner = { ...folder({ variables }), name: 'Inner' }
    const ancestors = [books, folder({ variables: [secret('unused')] }), inner]
    const { ports, asked } = answering(['canary', 'second'])
    const { target } = await sentMessage({
      request: { url: 'http://h.example/{{key}}/{{other}}' },
      context: { ancestors, environment: local },
      ports,
    })
    expect(target.pathAndQuery).toBe('/canary/second')
    const ofInner = { kind: 'variable', name: 'key', place: { kind: 'folder', name: 'Inner' } }
    const ofBooks = { kind: 'variable', name: 'other', place: { kind: 'collection', name: 'Collection' } }
    expect(asked).toMatchObject([[ofInner, ofBooks]])
    expect(asked[0]?.map(one => one.kind === 'variable' && one.container)).toEqual([inner, books])
    expect(await refusal({ request, context: { ancestors } })).toEqual({
      code: 'SECRET_MISSING',
      subject: 'key (folder Inner)',
    })
    const stored = { ancestors: new Map([[inner, new Map([['key', 'stored']])]]) }
    const sent = await sentMessage({ request, context: { ancestors, secretValues: stored } })
    expect(sent.target.pathAndQuery).toBe('/stored')
    expect(sent.gateFacts.secrets).toEqual([
      {
        ...{ name: 'key', text: 'stored', isWithheld: true },
        source: {
          ...{ kind: 'variable', scope: 'folder', environmentName: '' },
          containerNames: ['Collection', 'Folder', 'Inner'],
        },
      },
    ])
  })

  test('stays withheld from scripts, and history contains its name', async () => {
    const { ports } = answering(['canary'])
    const recorded: unknown[] = []
    await sendAuthorized({
      request,
      context: { environment: local },
      ports: {
        ...ports,
        history: {
          async record(_request, outcome) {
            recorded.push(outcome)
          },
        },
      },
    })
    expect(JSON.stringify(recorded)).toContain('http://h.example/{{key}}')
    expect(JSON.stringify(recorded)).not.toContain('canary')
  })
})

describe('a secret field without a value', () => {
  const cases: readonly (readonly [Auth, readonly string[], readonly string[]])[] = [
    [newAuth('bearer'), ['token'], ['Token']],
    [{ ...newAuth('apiKey'), key: 'k' }, ['value'], ['Value']],
    [{ ...newAuth('basic'), username: 'u' }, ['password'], ['Password']],
    [newAuth('signatureV4'), ['secretAccessKey', 'sessionToken'], ['Secret Access Key', 'Session Token']],
    [
      newAuth('oauth1'),
      ['accessToken', 'accessTokenSecret', 'consumerSecret', 'privateKey'],
      ['Consumer secret', 'Access token', 'Token secret'],
    ],
    [{ ...newAuth('oauth1'), signatureMethod: 'RSA-SHA256' }, ['privateKey'], ['Private key']],
    [newAuth('jwt'), ['secret', 'privateKey'], ['Secret']],
    [{ ...newAuth('jwt'), algorithm: 'RS256' }, ['secret', 'privateKey'], ['Private key']],
    [newAuth('hawk'), ['key'], ['Hawk key']],
    [{ ...newAuth('oauth2'), grantType: 'pasteAccessToken' }, ['accessToken', 'password'], ['Access token']],
    [
      { ...newAuth('oauth2'), grantType: 'clientCredentials' },
      ['accessToken', 'clientSecret', 'password'],
      ['Client secret'],
    ],
    [
      { ...newAuth('oauth2'), grantType: 'password' },
      ['clientSecret', 'password'],
      ['Client secret', 'Password'],
    ],
  ]

  test.each(cases)('is asked for if the authorization needs it: %j', async (auth, fields, labels) => {
    const { ports, asked } = answering(null)
    await sendAuthorized({ auth, context: { missingAuthFields: new Map([[auth, fields]]) }, ports })
    expect(asked.flat().map(({ name }) => name)).toEqual(labels)
    expect(asked.flat()[0]?.place.kind).toBe('request')
  })

  test('of the collection is filled in for this send', async () => {
    const auth = newAuth('bearer')
    const { ports, asked } = answering(['canary'])
    const fields = { ancestors: [collection({ auth })], missingAuthFields: new Map([[auth, ['token']]]) }
    const message = await sentMessage({ context: fields, ports })
    expect(headerOf(message, 'authorization')).toBe('Bearer canary')
    expect(asked[0]?.[0]?.place).toEqual({ kind: 'collection', name: 'Collection' })
    expect(await refusal({ context: fields })).toEqual({
      code: 'SECRET_MISSING',
      subject: 'Token (collection Collection)',
    })
  })

  test('of a key is filled in where it belongs', async () => {
    const auth = { ...newAuth('oauth1'), consumerKey: 'c', signatureMethod: 'RSA-SHA256' } as const
    const { ports } = answering(['no key'])
    const missingAuthFields = new Map([[auth, ['privateKey']]])
    expect(await refusal({ auth, context: { missingAuthFields }, ports })).toMatchObject({
      code: 'AUTH_KEY_INVALID',
    })
  })

  test('is not asked for if it was typed since, or if another type was chosen', async () => {
    const { ports, asked } = answering(['canary'])
    const typed: Auth = { type: 'bearer', token: 'typed' }
    await sentMessage({ auth: typed, context: { missingAuthFields: new Map([[typed, ['token']]]) }, ports })
    const other: Auth = { type: 'none' }
    await sentMessage({ auth: other, context: { missingAuthFields: new Map([[other, ['token']]]) }, ports })
    expect(asked).toEqual([])
  })
})

test('Cancel during the question cancels the send', async () => {
  const cancel = new AbortController()
  const { ports, calls } = recordingPorts(() => {
    throw new Error('It was sent')
  })
  const ask = async () => {
    cancel.abort()
    return null
  }
  const outcome = await executeRequest({
    request: newHttpRequest(request),
    context: context({ environment: local }),
    ports: { ...ports, secretValues: { ask } },
    signal: cancel.signal,
  })
  expect(outcome).toMatchObject({ failure: { failure: { kind: 'cancelled' } } })
  expect(calls).not.toContain('send')
})

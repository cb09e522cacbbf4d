import {
  type Collection,
  newHttpRequest,
  noRequestDefaults,
  type PlainVariable,
  row,
  type Variable,
} from '@parley/model'
import { expect, test } from 'vitest'
import { defaultSendSettings } from './default-send-settings.ts'
import { requestForCode } from './request-for-code.ts'
import type { RequestContext } from './stages.ts'

const plain = (name: string, text: string): PlainVariable => ({
  secret: false,
  name,
  value: { text },
  enabled: true,
})
const secret = (name: string, allowedToScripts: boolean): Variable => ({
  secret: true,
  name,
  enabled: true,
  allowedToScripts,
})

const collection: Collection = {
  kind: 'collection',
  name: 'Shop',
  summary: '',
  version: '',
  authors: [],
  defaults: {
    ...noRequestDefaults,
    headers: [row('X-Shop', '{{shop}}')],
    auth: { type: 'bearer', token: '{{token}}' },
    variables: [plain('shop', '{{city}} shop'), plain('city', 'Leiden'), plain('via', 'a-{{token}}')],
  },
  items: [],
  environments: [],
  protobuf: { protoFilePaths: [], importPaths: [] },
  clientCertificates: [],
  bundled: false,
}

/** Where the values of secrets are in a scope, as they are once they are unlocked. */
const context: RequestContext = {
  ancestors: [collection],
  environment: {
    name: 'Staging',
    color: '',
    variables: [secret('token', true), secret('key', false)],
    clientCertificates: [],
    extendsName: '',
    dotEnvFilePath: '',
  },
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [
    {
      name: 'environment',
      values: new Map([
        ['token', { text: 'hidden', isLiteral: false }],
        ['key', { text: 'hidden', isLiteral: false }],
      ]),
    },
  ],
  defaultSettings: defaultSendSettings,
}

const sources = { clock: { now: () => 0 }, random: { uuid: () => 'uuid', integer: () => 7 } }

const request = newHttpRequest({
  url: '{{base}}/{{city}}/:id?key={{key}}&id={{$guid}}',
  pathParams: [row('id', '{{city}}')],
  headers: [row('X-Via', '{{via}}'), row('X-Loop', '{{loop}}')],
  body: { type: 'urlEncoded', fields: [row('{{city}}', '{{shop}}')] },
})

test('what is inherited is brought in and filled in, and secrets stay names, also those that scripts may read', () => {
  const { source, secretNames, unknownNames } = requestForCode(request, context, sources, true)
  expect(source).toEqual({
    method: 'GET',
    url: '{{base}}/Leiden/:id?key={{key}}&id=uuid',
    pathParams: [row('id', 'Leiden')],
    headers: [row('X-Shop', 'Leiden shop'), row('X-Via', 'a-{{token}}'), row('X-Loop', '{{loop}}')],
    cookies: [],
    body: { type: 'urlEncoded', fields: [row('Leiden', 'Leiden shop')] },
    auth: { type: 'bearer', token: '{{token}}' },
  })
  expect(secretNames).toEqual(['key', 'token'])
  expect(unknownNames).toEqual(['base', 'loop'])
})

test('what is no secret is filled in from the same scope', () => {
  const { source } = requestForCode(request, { ...context, environment: null }, sources, true)
  expect(source.auth).toEqual({ type: 'bearer', token: 'hidden' })
})

test('a secret of a scope that no file holds stays a name as well', () => {
  const values = new Map([['token', { text: 'hidden', isLiteral: false }]])
  const session = { name: 'session' as const, values, secretNames: new Set(['token']) }
  const live = { ...context, environment: null, liveScopes: [session] }
  const { source, secretNames } = requestForCode(request, live, sources, true)
  expect(source.auth).toEqual({ type: 'bearer', token: '{{token}}' })
  expect(secretNames).toContain('token')
})

test('kept variables stand as typed', () => {
  const { source, secretNames, unknownNames } = requestForCode(request, context, sources, false)
  expect(source).toMatchObject({ url: request.url, body: request.body, auth: { token: '{{token}}' } })
  expect([secretNames, unknownNames]).toEqual([[], []])
})

test('a value that leads back to itself leaves the text as typed', () => {
  const loop = { ...context, workspaceVariables: [plain('loop', '{{loop}}')] }
  expect(requestForCode(request, loop, sources, true).source.headers).toContainEqual(
    row('X-Loop', '{{loop}}'),
  )
})

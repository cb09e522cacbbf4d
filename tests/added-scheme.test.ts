import { createHmac } from 'node:crypto'
import {
  authSessionInMemory,
  defaultSendSettings,
  type EnginePorts,
  executeRequest,
  mask,
  noAllowedOrigins,
  parleySchemes,
  previewAuth,
  previewFields,
  type SchemeAction,
  type SchemeSet,
  withoutScripts,
} from '@parley/engine'
import {
  type AnyAuth,
  type Auth,
  authLabel,
  authSchemes,
  mapAuthSecrets,
  type NewRequestFields,
  newAuthOf,
  newHttpRequest,
  offeredSchemes,
  ok,
  secretFieldsOf,
} from '@parley/model'
import { type Sink, startSink } from '@parley/testkit'
import { createTransport, filesByPath, nodeHostNames } from '@parley/transport'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuthForm } from '../apps/web/src/views/Authorization/AuthForm.tsx'
import { arbitraryAuthOf } from '../packages/model/golden/arbitrary-auth.ts'
import { choice, flag, secret, text } from '../packages/model/src/authorization/field.ts'
import { type AuthOf, describeScheme } from '../packages/model/src/authorization/scheme-descriptor.ts'
import { readAnyAuth, writeAuth } from '../packages/model/src/opencollection/auth.ts'
import { ObjectReader } from '../packages/model/src/opencollection/object-reader.ts'
import { authSchemaOf } from '../packages/model/src/schema/auth.ts'
import { MemoryBodyStore } from '../packages/transport/src/transport-fixture.testkit.ts'

/*
 * A scheme that Parley does not have: a descriptor, what it does to a request, and its
 * place in the two registries. The code that meets it is the product's own.
 */
const customSignature = describeScheme({
  type: 'custom-signature',
  label: 'Custom signature',
  fields: {
    keyId: text('Key ID'),
    secret: secret('Signing secret'),
    hash: choice('Hash', [
      { id: 'sha256', label: 'SHA-256' },
      { id: 'sha512', label: 'SHA-512' },
    ]),
    signsPath: flag('Sign the path', { default: true }),
    region: text('Region', { default: 'eu', placeholder: 'Any' }),
    note: text('Note'),
  },
  more: ['region', 'note'],
  shownIf: { note: auth => auth.hash === 'sha512' },
  file: { kind: 'extension' },
})

type CustomSignature = AuthOf<typeof customSignature>

const signatureOf = (auth: CustomSignature, path: string) =>
  createHmac(auth.hash, auth.secret)
    .update(auth.signsPath ? path : '')
    .digest('hex')

const action: SchemeAction<CustomSignature> = {
  async apply(auth, { target }) {
    const signature = signatureOf(auth, target.pathAndQuery)
    return ok({
      headers: [{ name: 'X-Signature', value: `${auth.keyId}:${signature}` }],
      params: [],
      content: null,
      credentials: [{ placement: 'header', name: 'X-Signature', secret: signature }],
      secrets: [],
      notices: [],
      answerResponse: null,
      signed: null,
    })
  },
  preview: ({ keyId }) => ({ headers: [{ name: 'X-Signature', value: `${keyId}:${mask}` }], params: [] }),
  validity: 'oneRequest',
}

const registry = { ...authSchemes, 'custom-signature': customSignature }
const schemes: SchemeSet = {
  descriptors: registry,
  actions: { ...parleySchemes.actions, 'custom-signature': action },
}
const auth: CustomSignature = { ...newAuthOf(customSignature), keyId: 'ada', secret: 'canary-secret' }
/** As a request would hold it if the registry of the product had the scheme. */
const asRequestAuth = (added: AnyAuth) => added as Auth

describe('a scheme that is added by a descriptor and an action', () => {
  test('has the defaults of its fields', () => {
    expect(newAuthOf(customSignature)).toEqual({
      type: 'custom-signature',
      keyId: '',
      secret: '',
      hash: 'sha256',
      signsPath: true,
      region: 'eu',
      note: '',
    })
  })

  test('is offered in the Type picker under its label, after the others', () => {
    const offered = offeredSchemes(true, Object.values(registry))
    expect(offered.at(-1)).toBe(customSignature)
    expect(offered.map(({ type }) => type)).toEqual([
      ...offeredSchemes(true, Object.values(authSchemes)).map(({ type }) => type),
      'custom-signature',
    ])
    expect(authLabel(auth.type, registry)).toBe('Custom signature')
  })

  test('is checked in drafts', () => {
    const schema = authSchemaOf(registry)
    expect(schema.parse(auth)).toEqual(auth)
    for (const wrong of [{ hash: 'md5' }, { signsPath: 'yes' }, { keyId: 1 }, { unknown: '' }])
      expect(schema.safeParse({ ...auth, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  })

  test('has a form with a control for each field that is shown', () => {
    const html = formOf(auth)
    const at = ['Key ID', 'Signing secret', 'Hash', 'Sign the path', 'More options'].map(label =>
      html.indexOf(label),
    )
    expect(at.every(index => index >= 0)).toBe(true)
    expect(at).toEqual(at.toSorted((left, right) => left - right))
    expect(html).toContain('SHA-256')
    expect(html).toContain('Show value')
  })

  test('has its literal secrets masked and listed, and references left as they are', () => {
    expect(secretFieldsOf(auth, registry)).toEqual([
      { field: 'secret', label: 'Signing secret', isMultiline: false, text: 'canary-secret' },
    ])
    expect(mapAuthSecrets(auth, (field, value) => `${field}:${value.length}`, registry)).toEqual({
      ...auth,
      secret: 'secret:13',
    })
    expect(formOf({ ...auth, secret: '{{key}}' })).not.toContain('Show value')
  })

  test('comes back from a file as it was written', () => {
    const arbitrary = arbitraryAuthOf(customSignature)
    const roundTrip = (written: AnyAuth) => {
      const { value, extension } = writeAuth(written, 'inherit', registry)
      const reader = (one: unknown) => new ObjectReader(one === undefined ? {} : { auth: one }, [], [])
      return readAnyAuth(reader(value), reader(extension), 'inherit', registry)
    }
    fc.assert(
      fc.property(arbitrary, written => {
        expect(roundTrip(written)).toEqual(written)
      }),
    )
    expect(writeAuth(auth, 'inherit', registry).extension).toEqual({
      type: 'custom-signature',
      keyId: 'ada',
      secret: 'canary-secret',
    })
  })

  test('is previewed with its secret masked, and gives way to an own row', () => {
    const preview = { name: 'X-Signature', value: `ada:${mask}` }
    expect(previewAuth(auth, schemes.actions).headers).toEqual([preview])
    const request = newHttpRequest({ url: 'http://h.example/', auth: asRequestAuth(auth) })
    const { fields } = previewFields(request, [], undefined, schemes.actions)
    expect(fields).toContainEqual({ ...preview, source: 'authorization' })
  })
})

describe('on the wire', () => {
  let sink: Sink
  const transport = createTransport({ bodyStore: new MemoryBodyStore() })
  const ports: EnginePorts = {
    transport,
    scripts: withoutScripts,
    history: { record: async () => {} },
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: { uuid: () => crypto.randomUUID(), integer: () => 0 },
    hostNames: nodeHostNames,
    files: filesByPath,
    authSession: authSessionInMemory(),
    secretHosts: noAllowedOrigins,
  }
  beforeAll(async () => {
    sink = await startSink()
  })
  afterAll(async () => {
    await transport.close()
    await sink.close()
  })
  const send = (fields: NewRequestFields) =>
    executeRequest(
      {
        request: newHttpRequest({ url: `${sink.url}/a?b=1`, auth: asRequestAuth(auth), ...fields }),
        context: {
          ancestors: [],
          environment: null,
          workspaceVariables: [],
          globalVariables: [],
          liveScopes: [],
          defaultSettings: defaultSendSettings,
        },
        ports,
        signal: new AbortController().signal,
      },
      { schemes },
    )

  test('a request is sent with what the scheme adds, which is shown masked', async () => {
    const outcome = await send({})
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure.failure))
    const signature = signatureOf(auth, '/a?b=1')
    expect(sink.requests.at(-1)?.headers).toContainEqual({
      name: 'X-Signature',
      value: `ada:${signature}`,
    })
    expect(outcome.value.exchange.request.headers).toContainEqual({
      name: 'X-Signature',
      value: `ada:${mask}`,
    })
    expect(JSON.stringify(outcome.value.exchange)).not.toContain(signature)
  })

  test('a row of the user with the name of its field replaces it', async () => {
    const headers = [{ name: 'x-signature', value: 'mine', enabled: true }]
    expect((await send({ headers })).ok).toBe(true)
    const sent = sink.requests.at(-1)?.headers.filter(({ name }) => /^x-signature$/i.test(name))
    expect(sent).toEqual([{ name: 'x-signature', value: 'mine' }])
  })
})

function formOf(shown: CustomSignature): string {
  return renderToStaticMarkup(
    createElement(AuthForm, { auth: shown, inherited: null, onChange: () => {}, schemes: registry }),
  )
}

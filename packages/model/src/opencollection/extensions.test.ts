import { describe, expect, it } from 'vitest'
import { newAuth, newHttpRequest, readEnvironment, readItem, writeEnvironment, writeItem } from '../index.ts'
import type { HttpRequest } from '../request/request.ts'
import type { OpenCollectionObject } from './value.ts'

/** What Parley reads once another client has changed what stands under `http`. */
function afterChange(request: HttpRequest, http: OpenCollectionObject): unknown {
  const written = writeItem(request)
  const before = written.http
  const kept = typeof before === 'object' && before !== null && !Array.isArray(before) ? before : {}
  const result = readItem({ ...written, http: { ...kept, ...http } })
  return result.ok ? result.value : result.failure
}

describe('an entry of extensions.parley', () => {
  it('applies while the value next to it is the one it was written with', () => {
    const request = newHttpRequest({ auth: { ...newAuth('jwt'), secret: '{{key}}' } })
    expect(afterChange(request, {})).toEqual(request)
  })

  it('is ignored if another client set another authorization', () => {
    for (const type of ['jwt', 'hawk', 'none'] as const) {
      const request = newHttpRequest({ auth: newAuth(type) })
      const auth = { type: 'basic', username: 'ada', password: '' } as const
      expect(afterChange(request, { auth })).toMatchObject({ auth })
      expect(afterChange(request, { auth: { type: 'none' } })).toMatchObject({ auth: { type: 'none' } })
      expect(afterChange(request, { auth: 'inherit' })).toMatchObject({ auth: { type: 'inherit' } })
    }
  })

  it('is ignored if another client set another flow of OAuth 2.0', () => {
    const request = newHttpRequest({ auth: { ...newAuth('oauth2'), grantType: 'deviceCode' } })
    const auth = { type: 'oauth2', flow: 'client_credentials', scope: 'read' }
    expect(afterChange(request, { auth })).toMatchObject({
      auth: { grantType: 'clientCredentials', scope: 'read' },
    })
  })

  it('uses a pasted token that another client changed', () => {
    const auth = { ...newAuth('oauth2'), grantType: 'pasteAccessToken', accessToken: 'old' } as const
    const request = newHttpRequest({ auth })
    expect(JSON.stringify(writeItem(request)).split('"old"')).toHaveLength(2)
    expect(afterChange(request, { auth: { type: 'bearer', token: 'new' } })).toMatchObject({
      auth: { ...auth, accessToken: 'new' },
    })
  })

  it('keeps the language of raw text that another client edited, but not if its type changed', () => {
    const request = newHttpRequest({ body: { type: 'raw', language: 'yaml', text: 'a: 1' } })
    expect(afterChange(request, { body: { type: 'text', data: 'a: 2' } })).toMatchObject({
      body: { type: 'raw', language: 'yaml', text: 'a: 2' },
    })
    expect(afterChange(request, { body: { type: 'json', data: '{}' } })).toMatchObject({
      body: { type: 'raw', language: 'json', text: '{}' },
    })
  })

  it('is ignored if another client edited the JSON of a GraphQL body', () => {
    const body = { type: 'graphql', query: '{ a }', variables: '{"n": {{n}}}' } as const
    const request = newHttpRequest({ body })
    expect(writeItem(request)).toMatchObject({
      http: { body: { type: 'json', data: '{"query":"{ a }","variables":{"n": {{n}}}}' } },
    })
    expect(afterChange(request, {})).toMatchObject({ body })
    const data = '{"query":"{ b }"}'
    expect(afterChange(request, { body: { type: 'json', data } })).toMatchObject({
      body: { type: 'raw', language: 'json', text: data },
    })
  })

  it('follows its variant by title when another client reorders the bodies', () => {
    const html = { type: 'raw', language: 'html', text: '<p>' } as const
    const json = { type: 'raw', language: 'json', text: '{}' } as const
    const variants = [
      { title: 'Page', selected: false, body: html },
      { title: 'Data', selected: true, body: json },
    ]
    const request = newHttpRequest({ body: json, bodyVariants: variants })
    const body = [
      { title: 'Data', body: { type: 'json', data: '{}' } },
      { title: 'Page', selected: true, body: { type: 'text', data: '<p>' } },
    ]
    expect(afterChange(request, { body })).toMatchObject({ body: html })
  })
})

describe('the script switch of a secret', () => {
  const secret = { secret: true, name: 'key', enabled: true, allowedToScripts: true } as const
  const environment = { name: 'Dev', color: '', clientCertificates: [], extendsName: '', dotEnvFilePath: '' }

  it('is neither written to a file nor obeyed in one (attacks SE9)', () => {
    const written = writeEnvironment({ ...environment, variables: [secret] })
    expect(written).toEqual(
      writeEnvironment({ ...environment, variables: [{ ...secret, allowedToScripts: false }] }),
    )
    const reread = readEnvironment({ ...written, extensions: { parley: { allowedToScripts: ['key'] } } })
    expect(reread).toMatchObject({ ok: true, value: { variables: [{ allowedToScripts: false }] } })
  })

  it('never takes the value of a secret from a file', () => {
    const file = { name: 'Dev', variables: [{ secret: true, name: 'key', value: 'hunter2' }] }
    expect(JSON.stringify(readEnvironment(file))).not.toContain('hunter2')
  })
})

describe('a selected body', () => {
  it('that was edited replaces its variant in the file', () => {
    const old = { type: 'raw', language: 'json', text: '1' } as const
    const request = newHttpRequest({
      body: { ...old, text: '2' },
      bodyVariants: [
        { title: 'A', selected: false, body: old },
        { title: 'B', selected: true, body: old },
      ],
    })
    expect(writeItem(request)).toMatchObject({
      http: { body: [{ body: { data: '1' } }, { body: { data: '2' } }] },
    })
  })
})

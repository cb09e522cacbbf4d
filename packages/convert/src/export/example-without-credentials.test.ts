import { type HttpBody, type RequestExample, row } from '@parley/model'
import { expect, test } from 'vitest'
import { exampleWithoutCredentials } from './example-without-credentials.ts'

const canary = 'canary-Qw7'
const json = `{"access_token": "${canary}", "title": "Persuasion", "token": "{{token}}"}`

/** A body of each type that has text, with a credential. */
const bodies = {
  raw: { type: 'raw', language: 'json', text: json },
  graphql: { type: 'graphql', query: '{ books }', variables: json, operationName: '' },
  urlEncoded: { type: 'urlEncoded', fields: [row('password', canary), row('title', 'Persuasion')] },
  multipart: {
    type: 'multipart',
    parts: [
      { kind: 'text', name: 'api_key', value: canary, enabled: true },
      { kind: 'text', name: 'title', value: 'Persuasion', enabled: true },
      { kind: 'file', name: 'token', filePaths: ['token.txt'], enabled: true },
    ],
  },
  file: { type: 'file', files: [{ filePath: 'token.txt', contentType: '', selected: true }] },
  none: { type: 'none' },
} satisfies { readonly [Type in HttpBody['type']]: HttpBody }

test.each(Object.entries(bodies))('a body of the type %s', (_, body) => {
  const example: RequestExample = {
    name: 'Example',
    request: {
      method: 'POST',
      url: `https://{{host}}/books?token=${canary}&sort=title&api_key={{key}}`,
      headers: [row('Authorization', `Bearer ${canary}`), row('X-Api-Key', '{{key}}'), row('Accept', '*/*')],
      params: [row('token', canary), row('sort', 'title'), row('api_key', '{{key}}')],
      pathParams: [row('id', '7'), row('secret', canary)],
      body,
    },
    response: {
      statusCode: 200,
      reasonPhrase: 'OK',
      headers: [
        { name: 'Set-Cookie', value: `session=${canary}` },
        { name: 'Content-Type', value: 'application/json' },
      ],
      body: { type: 'json', data: json },
    },
  }
  const hidden = exampleWithoutCredentials(example)
  expect(JSON.stringify(hidden)).not.toContain(canary)
  expect(hidden.name).toBe('Example')
  expect(hidden.request).toMatchObject({
    url: 'https://{{host}}/books?token={{token}}&sort=title&api_key={{key}}',
    headers: [row('Authorization', '{{Authorization}}'), row('X-Api-Key', '{{key}}'), row('Accept', '*/*')],
    params: [row('token', '{{token}}'), row('sort', 'title'), row('api_key', '{{key}}')],
    pathParams: [row('id', '7'), row('secret', '{{secret}}')],
  })
  expect(hidden.response?.headers).toEqual([
    { name: 'Set-Cookie', value: '{{set-cookie}}' },
    { name: 'Content-Type', value: 'application/json' },
  ])
  expect(hidden.response?.body?.data).toBe(
    '{"access_token": "{{access_token}}", "title": "Persuasion", "token": "{{token}}"}',
  )
  // Everything else is as it was.
  const shown = JSON.stringify(hidden.request?.body)
  expect(shown.includes('Persuasion')).toBe(JSON.stringify(body).includes('Persuasion'))
})

test('a message without a response or request stays without', () => {
  expect(exampleWithoutCredentials({ name: 'Nothing' })).toEqual({ name: 'Nothing' })
})

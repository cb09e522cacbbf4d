import { describe, expect, test } from 'vitest'
import { importFiles } from '../import-files.ts'
import { httpRequestsIn } from '../imported.testkit.ts'

const file = (path: string, value: unknown) => ({
  path,
  bytes: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
})

/** Imports a document with one body and one response, which have the same example, and returns both. */
function read(content: object, files: Readonly<Record<string, unknown>> = {}, components: object = {}) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'A' },
    paths: {
      '/a': {
        post: {
          requestBody: { content: { 'application/json': content } },
          responses: { 200: { description: 'OK', content: { 'application/json': content } } },
        },
      },
    },
    components,
  }
  const { parts, refused } = importFiles([
    file('api/openapi.json', document),
    ...Object.entries(files).map(([path, value]) => file(path, value)),
  ])
  const [request] = httpRequestsIn(parts[0]?.collections[0]?.items ?? [])
  if (request?.body.type !== 'raw') throw new Error('There is no text.')
  return {
    body: JSON.parse(request.body.text) as unknown,
    saved: JSON.parse(request.examples[0]?.response?.body?.data ?? 'null') as unknown,
    losses: parts[0]?.report.losses.map(one => `${one.code} ${one.subject}`),
    texts: JSON.stringify(parts[0]?.collections),
    refused: refused.map(one => one.path),
    kept: parts[0]?.document,
  }
}

const one = { name: 'Lavinia', inner: { $ref: '../inner.yaml#/a~1b/0' } }
const files = { 'api/json/One.json': one, 'api/inner.yaml': 'a/b: [{ n: 1 }]\n' }
const resolved = { name: 'Lavinia', inner: { n: 1 } }
const reference = { $ref: 'json/One.json' }

describe('references in the values of examples', () => {
  test.each([
    ['an example', { example: reference }, {}],
    ['one of several examples', { examples: { one: { value: reference } } }, {}],
    [
      'an example of the components',
      { examples: { one: { $ref: '#/components/examples/One' } } },
      { examples: { One: { value: reference } } },
    ],
    ['an example that refers to it', { example: { $ref: '#/components/x' } }, { x: reference }],
  ])('are resolved in %s', (_what, content, components) => {
    const { body, saved, losses, refused } = read(content, files, components)
    expect({ body, saved, losses, refused }).toEqual({
      body: resolved,
      saved: resolved,
      losses: [],
      refused: [],
    })
  })

  test.each(['example', 'default', 'const'])('are resolved in `%s` of a schema', name => {
    const { body } = read({ schema: { type: 'object', [name]: { list: [reference] } } }, files)
    expect(body).toEqual({ list: [resolved] })
  })

  test('are the same in the document that is kept for a later version', () => {
    const { kept, texts } = read({ example: reference }, files)
    const again = importFiles([{ path: 'kept', bytes: kept ?? new Uint8Array() }])
    expect(JSON.stringify(again.parts[0]?.collections)).toBe(texts)
    expect(texts).not.toContain('x-parley')
  })

  test.each([
    ['json/Gone.json', 'REFERENCE_NOT_FETCHED'],
    ['../../outside.json', 'REFERENCE_NOT_FETCHED'],
    ['https://a.test/x.json', 'REFERENCE_NOT_FETCHED'],
    ['json/One.json#/gone', 'REFERENCE_NOT_FOUND'],
    ['#/components/gone', 'REFERENCE_NOT_FOUND'],
    ['#anchor', 'REFERENCE_NOT_FOUND'],
  ])('%s stays as typed, and the report names it', (address, code) => {
    const example = { $ref: address, other: [reference] }
    const { body, saved, losses, texts } = read({ example }, files)
    expect({ body, saved, losses }).toEqual({
      body: { $ref: address, other: [resolved] },
      saved: { $ref: address, other: [resolved] },
      losses: [`${code} ${address}`],
    })
    expect(texts).not.toContain('x-parley')
  })

  test('of a document alone are not fetched', () => {
    expect(read({ example: reference })).toMatchObject({
      body: reference,
      losses: ['REFERENCE_NOT_FETCHED json/One.json'],
    })
  })

  test('that lead back to themselves end, and the report names them', () => {
    const loop = { a: { $ref: '#/components/loop' } }
    const { body, losses } = read({ example: loop }, {}, { loop })
    expect({ body, losses }).toEqual({
      body: { a: loop },
      losses: ['REFERENCE_NOT_FOUND #/components/loop'],
    })
  })

  test('that double at each step are bounded', () => {
    const steps = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => {
        const next = { $ref: `#/components/s${at + 1}` }
        return [`s${at}`, { a: next, b: next }]
      }),
    )
    const { texts } = read({ example: { $ref: '#/components/s0' } }, {}, steps)
    expect(texts.length).toBeLessThan(20_000_000)
  })
})

test('a bundle of an earlier version is read, whose references were changed', () => {
  const inner = { schema: { $ref: '#/x-parley-documents/schemas.yaml/Pet' } }
  const main = {
    openapi: '3.1.0',
    paths: {
      '/a': { $ref: '#/x-parley-documents/paths~1a.yaml' },
    },
    'x-parley-documents': {
      'paths/a.yaml': { post: { requestBody: { content: { 'application/json': inner } } } },
      'schemas.yaml': { Pet: { example: { n: 1 } } },
    },
  }
  const { parts } = importFiles([file('a.json', main)])
  const [request] = httpRequestsIn(parts[0]?.collections[0]?.items ?? [])
  expect(request?.body).toMatchObject({ text: '{\n  "n": 1\n}' })
  expect(parts[0]?.report.losses).toEqual([])
})

test('numbers of a document with other files keep all their digits', () => {
  const { body, texts } = read(
    { example: { a: { $ref: 'b.yaml' } } },
    { 'api/b.yaml': 'n: 12345678901234567890\n' },
  )
  expect(body).toMatchObject({ a: { n: expect.anything() } })
  expect(texts).toContain('12345678901234567890')
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { row } from '@parley/model'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FolderFile } from '../folder-file.ts'
import { expectValidEntities, requestsIn } from '../imported.testkit.ts'
import { importBruno } from './import-bruno.ts'

const golden = fileURLToPath(new URL('../../../golden/bruno', import.meta.url))
const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/bruno', import.meta.url))

function filesIn(folder: string): readonly FolderFile[] {
  return globSync('**/*.{bru,json}', { cwd: folder })
    .sort()
    .map(path => ({ path, bytes: readFileSync(`${folder}/${path}`) }))
}

test('a folder of .bru files', async () => {
  const result = importBruno(filesIn(golden))
  if (result.ok) expectValidEntities(result.value)
  await expect(`${JSON.stringify(result, null, 1)}\n`).toMatchFileSnapshot(`${golden}.expected`)
})

test('example blocks become the examples of their request', () => {
  const result = importBruno(filesIn(golden))
  if (!result.ok) throw new Error(result.failure.code)
  const folder = result.value.collections[0]?.items.find(one => one.kind === 'folder')
  const request = folder?.kind === 'folder' ? folder.items.find(one => one.kind === 'http') : undefined
  expect(request?.kind === 'http' && request.examples).toEqual([
    {
      name: '200 Created',
      description: 'Of the docs',
      request: {
        method: 'POST',
        url: '{{host}}/books?a=1',
        params: [row('a', '1')],
        pathParams: [],
        headers: [row('X-A', 'b'), { ...row('X-Off', 'c'), enabled: false }],
        body: { type: 'raw', language: 'json', text: '{\n  "a": {\n    "b": 1\n  }\n}' },
      },
      response: {
        statusCode: 201,
        reasonPhrase: 'Created',
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        body: { type: 'json', data: '{\n  "id": 7\n}' },
      },
    },
    { name: 'Bare' },
  ])
  expect(result.value.report.counts.examples).toBe(2)
})

test('any lines give valid entities', () => {
  const line = fc.constantFrom(
    ...['example {', '  request: {', '  }', '  response: {', '    body: {', '    }', '  status: {'],
    ...[
      'meta {',
      'get {',
      'body:json {',
      'vars:secret [',
      '}',
      ']',
      '  a: b',
      '  ~a: b',
      "  a: '''",
      "  '''",
      '  @file(',
      '  "a',
      '',
    ],
    ...[
      '  url: x',
      '  body: multipartForm',
      'body:multipart-form {',
      '  f: @file(a|b) @contentType(x',
      '  __proto__: 1',
      '  tags: [',
    ],
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), lines => {
      const result = importBruno([{ path: 'r.bru', bytes: new TextEncoder().encode(lines.join('\n')) }])
      if (result.ok) expectValidEntities(result.value)
    }),
    { numRuns: 1000 },
  )
})

describe('the corpus of .bru files (../shared/corpus/bruno)', needs(existsSync(corpus), corpusNeed), () => {
  const collections = existsSync(corpus)
    ? globSync('**/bruno.json', { cwd: corpus }).map(path => path.slice(0, -'/bruno.json'.length))
    : []
  test.each(
    collections.filter(folder => filesIn(`${corpus}/${folder}`).some(file => file.path.endsWith('.bru'))),
  )('%s', folder => {
    const files = filesIn(`${corpus}/${folder}`)
    const result = importBruno(files)
    if (!result.ok) throw new Error(result.failure.code)
    // Counted without the importer: files with a block named after a method.
    const expected = files.filter(
      file =>
        file.path.endsWith('.bru') &&
        /^(?:get|post|put|patch|delete|head|options|http|grpc|ws) \{/m.test(
          Buffer.from(file.bytes).toString('utf8'),
        ),
    )
    expect(requestsIn(result.value.collections)).toBe(expected.length)
    expectValidEntities(result.value)
  })
})

/** Each folder or request: its name, which is that of its file as well, and its `seq`. */
type Sequenced = readonly [name: string, seq: string]

const orders: readonly (readonly [folders: readonly Sequenced[], requests: readonly Sequenced[], string])[] =
  [
    [
      [['b', '9']],
      [
        ['a', '1'],
        ['c', '2'],
      ],
      'b a c',
    ],
    [
      [
        ['z', '1'],
        ['y', '2'],
        ['x', ''],
      ],
      [['r', '1']],
      'z y x r',
    ],
    [
      [
        ['c', ''],
        ['a', ''],
        ['b', ''],
        ['m', '2'],
      ],
      [],
      'a m b c',
    ],
    [
      [
        ['late', '7'],
        ['a', ''],
        ['later', '8'],
      ],
      [],
      'a late later',
    ],
    [
      [
        ['one', '1'],
        ['other', '1'],
        ['a', ''],
      ],
      [],
      'one other a',
    ],
    [
      [
        ['b', '0'],
        ['a', '-1'],
        ['c', '1.5'],
      ],
      [],
      'a b c',
    ],
    [
      [
        ['B', ''],
        ['a', ''],
        ['C', ''],
      ],
      [],
      'a B C',
    ],
    [
      [],
      [
        ['b', '2'],
        ['none', ''],
        ['a', '2'],
        ['first', '0'],
      ],
      'first none a b',
    ],
  ]

test.each(orders)('folders %j run before requests %j: %s', (folders, requests, wanted) => {
  const seq = (text: string) => (text === '' ? '' : `  seq: ${text}\n`)
  const files = [
    ['bruno.json', '{"name": "C"}'] as const,
    ...folders.flatMap(([name, text]) => [
      [`${name}/folder.bru`, `meta {\n  name: ${name}\n${seq(text)}}\n`] as const,
      [`${name}/in.bru`, 'meta {\n  name: in\n  type: http\n}\n\nget {\n  url: http://a.test\n}\n'] as const,
    ]),
    ...requests.map(
      ([name, text]) =>
        [
          `${name}.bru`,
          `meta {\n  name: ${name}\n  type: http\n${seq(text)}}\n\nget {\n  url: http://a.test\n}\n`,
        ] as const,
    ),
  ].map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
  const result = importBruno(files)
  if (!result.ok) throw new Error(result.failure.code)
  const items = result.value.collections[0]?.items ?? []
  expect(items.map(item => ('name' in item ? item.name : '')).join(' ')).toBe(wanted)
  expect(items.map(item => ('sequence' in item ? item.sequence : null))).toEqual(items.map((_, at) => at + 1))
})

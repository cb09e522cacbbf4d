import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { newHttpRequest, writeCollection, writeItem } from '@parley/model'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { FolderFile } from './folder-file.ts'
import { importFiles } from './import-files.ts'
import { expectValidEntities, httpRequestsIn, requestsIn } from './imported.testkit.ts'
import { newCollection, newEnvironment, newFolder } from './new-entities.ts'

const golden = fileURLToPath(new URL('../../golden', import.meta.url))
const corpus = fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url))

const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })
const own = (path: string) => ({ path, bytes: readFileSync(`${golden}/${path}`) })
const items = [
  newFolder('Inner', { items: [newHttpRequest({ name: 'Deep', url: 'http://a' })] }),
  newHttpRequest({ name: 'Flat', url: 'http://b', sequence: 2 }),
]
const yaml = (value: unknown) => stringify(value)

describe('a set of files is imported as', () => {
  test('one collection for each collection folder, and each other file separately', () => {
    const bruno = globSync('bruno/**/*.{bru,json}', { cwd: golden }).map(own)
    const { parts, refused } = importFiles([
      ...bruno,
      own('documents/postman-v21.json'),
      own('documents/service.wsdl'),
      file('README.md', '# Not for us\n'),
      file('oc/opencollection.yml', yaml({ opencollection: '1.0.0', info: { name: 'Ours' } })),
      file('oc/get.yml', yaml(writeItem(items[1] ?? newHttpRequest({})))),
      file('commands.sh', '#!/bin/sh\n# two\ncurl http://a.test/one\ncurl -d x http://a.test/two\n'),
    ])
    expect(parts.map(part => [part.sourcePath, part.format, part.report.counts.requests])).toEqual([
      ['oc', 'openCollection', 1],
      ['bruno', 'bruno', expect.any(Number)],
      ['documents/postman-v21.json', 'postman', expect.any(Number)],
      ['documents/service.wsdl', 'wsdl', expect.any(Number)],
      ['commands.sh', 'curl', 2],
    ])
    expect(refused).toMatchObject([{ path: 'README.md', failure: { code: 'UNKNOWN_FORMAT' } }])
  })

  test('a failure with the reason if the only file is refused', () => {
    expect(importFiles([file('x.json', '{')])).toMatchObject({ refused: [{ failure: { code: 'NOT_JSON' } }] })
    expect(importFiles([file('x.sh', "curl 'http://a")])).toMatchObject({
      refused: [{ failure: { code: 'NOT_CURL', subject: expect.stringContaining('Line 1, column 6') } }],
    })
  })
})

describe('OpenCollection', () => {
  const collection = newCollection('Ours', {
    items,
    environments: [
      newEnvironment('Live', [{ secret: true, name: 'token', enabled: true, allowedToScripts: false }]),
    ],
  })

  test('alone in its file, under any name', () => {
    const { parts } = importFiles([file('x.yml', yaml({ ...writeCollection(collection), bundled: true }))])
    expect(parts).toMatchObject([
      { format: 'openCollection', report: { counts: { requests: 2, folders: 1 } } },
    ])
    expect(parts[0]?.collections).toEqual([collection])
    expect(parts[0]?.report.losses).toEqual([
      { path: ['Ours', 'Live'], code: 'SECRET_MISSING', subject: 'the variable token' },
    ])
  })

  test('one bad file of 200 is named, and 199 are imported', () => {
    const good = Array.from({ length: 199 }, (_, index) =>
      file(`c/${index}.yml`, yaml(writeItem(newHttpRequest({ name: `R${index}`, url: 'http://a' })))),
    )
    const { parts } = importFiles([
      file('c/opencollection.yml', yaml({ opencollection: '1.0.0' })),
      ...good,
      file('c/bad.yml', '<<<<<<< HEAD\n: :'),
    ])
    expect(parts[0]?.report.counts.requests).toBe(199)
    expect(parts[0]?.report.losses).toMatchObject([{ code: 'NOT_READ', subject: 'bad.yml' }])
  })

  const roots = existsSync(corpus)
    ? globSync('bruno/**/opencollection.yml', { cwd: corpus }).map(path =>
        path.slice(0, path.lastIndexOf('/')),
      )
    : []
  test('every YAML collection of the corpus (../shared/corpus)', needs(roots.length > 0, corpusNeed), () => {
    for (const root of roots) {
      const files = globSync('**/*.{yml,yaml}', { cwd: `${corpus}/${root}` }).sort()
      const { parts } = importFiles(
        files.map(path => ({ path, bytes: readFileSync(`${corpus}/${root}/${path}`) })),
      )
      const expected = files.filter(path =>
        /^(?:http|graphql|grpc|websocket):/m.test(readFileSync(`${corpus}/${root}/${path}`, 'utf8')),
      )
      const [part] = parts
      if (part === undefined) throw new Error(root)
      expectValidEntities(part)
      expect(requestsIn(part.collections), root).toBe(expected.length)
    }
  })
})

test('a list of commands reports faulty ones and continues', () => {
  const { parts } = importFiles([
    file(
      'list.txt',
      'curl http://a.test/one --bogus\ncurl --max-time\ncurl -F x=@../../.ssh/id_rsa http://b.test\n',
    ),
  ])
  expect(parts[0]?.report).toMatchObject({
    counts: { requests: 2 },
    losses: [{ code: 'COMMAND_NOT_READ' }, { code: 'COMMAND_NOTE' }],
    filesToPick: [{ filePath: '../../.ssh/id_rsa' }],
  })
})

describe('an OpenAPI document of several files', () => {
  const main = (ref: string) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Split' },
      paths: {
        '/a': { $ref: './paths/a.yaml' },
        '/x': {
          post: { requestBody: { content: { 'application/json': { schema: { $ref: ref } } } } },
        },
      },
      components: { schemas: { Local: { example: { local: true } } } },
    })
  const paths = [
    'put:',
    '  requestBody:',
    '    content:',
    '      application/json:',
    "        schema: { $ref: '../schemas.yaml#/Pet' }",
    'get:',
    '  requestBody:',
    '    content:',
    '      application/json:',
    "        schema: { $ref: '../api/main.json#/components/schemas/Local' }",
    '',
  ].join('\n')
  const schemas = [
    'Pet:',
    '  type: object',
    '  properties:',
    "    name: { $ref: '#/Name' }",
    "    friend: { $ref: '#/Pet' }",
    "Name: { type: string, example: 'Rex' }",
    '',
  ].join('\n')
  const bodiesOf = (files: readonly FolderFile[]) => {
    const { parts, refused } = importFiles(files)
    const [part] = parts
    const requests = httpRequestsIn(part?.collections[0]?.items ?? [])
    const texts = requests.map(one => (one.body.type === 'raw' ? one.body.text.replace(/\s/g, '') : null))
    return { texts, losses: part?.report.losses.map(one => [one.code, one.subject]), refused, part, parts }
  }
  const split = (ref: string) => [
    file('api/main.json', main(ref)),
    file(
      'api/paths/a.yaml',
      paths.replaceAll("'../schemas", "'../../schemas").replace('../api/main', '../main'),
    ),
    file('schemas.yaml', schemas),
  ]

  test('includes the others, only those in its folder, which are not imported separately', () => {
    const { texts, losses, refused, part, parts } = bodiesOf(split('../schemas.yaml#/Name'))
    expect({ texts, losses, refused, parts: parts.length }).toEqual({
      texts: ['{"name":"Rex","friend":null}', '{"local":true}', 'Rex'],
      losses: [],
      refused: [],
      parts: 1,
    })
    // The bundle kept for a later version is complete.
    const kept = importFiles([file('kept', Buffer.from(part?.document ?? []).toString())])
    expect(kept.parts[0]?.collections).toEqual(part?.collections)
  })

  test.each([
    '../../outside.yaml#/Pet',
    '/etc/passwd',
    'file:///etc/passwd',
    'http://127.0.0.1:1/evil.json',
    '//evil.test/x.json',
    '..\\schemas.yaml#/Pet',
    'gone.yaml',
    '../schemas.yaml?x#/Pet',
  ])('%s is not looked up, and is reported', ref => {
    const { losses, parts } = bodiesOf(split(ref))
    expect(losses).toEqual([['REFERENCE_NOT_FETCHED', ref]])
    expect(parts).toHaveLength(1)
  })

  test('files with circular references are read to the end', () => {
    const { parts } = importFiles([
      file('m.json', main('a.json')),
      file('a.json', '{"$ref": "b.json"}'),
      file('b.json', '{"$ref": "a.json"}'),
    ])
    expect(parts[0]?.report.counts.requests).toBe(1)
  })
})

/** The collections of clients that are folders, each with a file beside its requests. */
const foldersOfClients: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bruno: {
    'bruno.json': JSON.stringify({
      name: 'Shop',
      protobuf: {
        protoFiles: [{ path: 'protos/shop.proto', type: 'file' }],
        importPaths: [
          { path: 'protos', enabled: true },
          { path: 'off', enabled: false },
        ],
      },
    }),
    'Get.bru':
      'meta {\n  name: Get\n  type: grpc\n}\n\ngrpc {\n  url: a.test:1\n  method: /shop.Books/Get\n}\n',
  },
  openCollection: {
    'opencollection.yml': `opencollection: 1.0.0
info:
  name: Shop
config:
  protobuf:
    protoFiles:
      - type: file
        path: protos/shop.proto
    importPaths:
      - path: protos
      - path: off
        disabled: true
`,
    'Get.yml': 'info:\n  name: Get\n  type: grpc\ngrpc:\n  url: a.test:1\n  method: shop.Books/Get\n',
  },
}

test.each(Object.entries(foldersOfClients))('a folder of %s brings its .proto files', (_client, ownFiles) => {
  const text = 'syntax = "proto3";\n'
  const all = { ...ownFiles, 'protos/shop.proto': text, 'protos/.hidden.proto': text, 'a:b.proto': text }
  const files = Object.entries(all).map(([path, content]) => ({
    path: `shop/${path}`,
    bytes: new TextEncoder().encode(content),
  }))
  const { parts } = importFiles(files)
  expect(parts.length).toBe(1)
  expect(parts[0]?.files).toEqual([{ collectionIndex: 0, path: 'protos/shop.proto', text }])
  expect(parts[0]?.report.losses.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
    'NOT_READ protos/.hidden.proto',
    'NOT_READ a:b.proto',
  ])
  expect(parts[0]?.collections[0]?.protobuf).toEqual({
    protoFilePaths: ['protos/shop.proto'],
    importPaths: [
      { path: 'protos', enabled: true },
      { path: 'off', enabled: false },
    ],
  })
})

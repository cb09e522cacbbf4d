import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importDocument } from '../import-document.ts'
import { safeFileName } from '../safe-file-name.ts'
import { methodTypeIn } from './insomnia-protos.ts'

const text = `syntax = "proto3"; // rpc Get (stream A) returns (B);
service Books {
  /* rpc Get (A) returns (stream B); */
  rpc Get (A) returns (B);
  rpc List(A) returns ( stream B ) {}
  rpc Add (stream A) returns (B) { option x = "rpc Talk (A) returns (B)"; }
  rpc Talk (stream A)
    returns (stream B);
}`

test.each([
  ['Get', 'unary'],
  ['List', 'serverStreaming'],
  ['Add', 'clientStreaming'],
  ['Talk', 'bidirectionalStreaming'],
  ['Nothing', 'unary'],
])('the type of %s is %s', (name, type) => {
  expect(methodTypeIn(text, `shop.Books/${name}`)).toBe(type)
})

function imported(...resources: readonly object[]) {
  const all = [{ _id: 'w', _type: 'workspace', name: 'Shop' }, ...resources]
  const document = { _type: 'export', __export_format: 4, resources: all }
  const result = importDocument(new TextEncoder().encode(JSON.stringify(document)))
  if (!result.ok) throw new Error(result.failure.code)
  return result.value
}

const file = (id: string, parentId: string, name: string) => ({
  ...{ _id: id, _type: 'proto_file', parentId, name },
  protoText: text,
})
const folder = (id: string, parentId: string, name: string) => ({
  ...{ _id: id, _type: 'proto_directory', parentId, name },
})
const call = (protoFileId: string, method: string) => ({
  ...{ _id: 'r', _type: 'grpc_request', parentId: 'w', name: 'Call', url: 'a.test:1', body: { text: '{}' } },
  ...{ protoFileId, protoMethodName: `/shop.Books/${method}` },
})

test('the files of a workspace are beside its collection, and its calls name them', () => {
  const { collections, files, report } = imported(
    file('p1', 'w', 'shop.proto'),
    folder('d1', 'w', 'api'),
    folder('d2', 'd1', 'v1'),
    file('p2', 'd2', 'books.proto'),
    call('p2', 'Add'),
  )
  expect(files).toEqual([
    { collectionIndex: 0, path: 'protos/shop.proto', text },
    { collectionIndex: 0, path: 'protos/api/v1/books.proto', text },
  ])
  expect(collections[0]?.protobuf).toEqual({
    protoFilePaths: ['protos/shop.proto', 'protos/api/v1/books.proto'],
    importPaths: ['protos', 'protos/api', 'protos/api/v1'].map(path => ({ path, enabled: true })),
  })
  expect(collections[0]?.items[0]).toMatchObject({
    method: 'shop.Books/Add',
    methodType: 'clientStreaming',
    protoFilePath: 'protos/api/v1/books.proto',
    options: { definition: 'proto' },
    messages: [{ text: '{}', selected: false }],
  })
  expect(report.losses).toEqual([])
})

test('a file that is not in the export, and a reflection API, are named', () => {
  const reflectionApi = { enabled: true, url: 'https://buf.test', apiKey: 'secret', module: 'a/b' }
  const { collections, files, report } = imported({ ...call('gone', 'Get'), reflectionApi })
  expect(files).toEqual([])
  expect(collections[0]?.items[0]).toMatchObject({ protoFilePath: '', options: { definition: 'reflection' } })
  expect(report.losses.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
    'REFERENCE_NOT_FOUND the .proto file gone',
    'NOT_READ The reflection API https://buf.test',
  ])
})

test('folders in a circle end', () => {
  const { files } = imported(folder('d1', 'w', 'a'), folder('d2', 'd1', 'b'), { ...folder('d1', 'd2', 'c') })
  expect(files).toEqual([])
})

test.each([
  ['../../etc/passwd', '_.._etc_passwd.proto'],
  ['/a/b.proto', '_a_b.proto'],
  ['C:\\a.proto', 'C__a.proto'],
  ['.git.proto', 'git.proto'],
  ['con.proto', '_con.proto'],
  ['', 'unnamed.proto'],
  ['a\u0000\u202eb.proto', 'a__b.proto'],
  ['größe.proto', 'größe.proto'],
])('the file %j is written as %s', (typed, name) => {
  const { files, report } = imported(file('p', 'w', typed), call('p', 'Get'))
  expect(files.map(({ path }) => path)).toEqual([`protos/${name}`])
  expect(report.losses.length).toBe(typed === name ? 0 : 1)
})

const codePoint = fc.integer({ min: 0, max: 0x10_ffff }).map(code => String.fromCodePoint(code))

test('any names of files are safe and different', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: codePoint, maxLength: 80 })), names => {
      const taken = new Set<string>()
      for (const name of names) {
        const safe = safeFileName(name, '.proto', taken)
        expect(safe).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}_. -]*\.proto$/u)
        expect(new TextEncoder().encode(safe).length).toBeLessThan(250)
        expect(taken.has(safe.toLowerCase())).toBe(false)
        taken.add(safe.toLowerCase())
      }
    }),
  )
})

const corpus = fileURLToPath(
  new URL(
    '../../../../../../shared/corpus/insomnia/Kong+insomnia/packages/insomnia-smoke-test/fixtures/grpc.yaml',
    import.meta.url,
  ),
)

test('the calls of ../shared/corpus have their file and types', needs(existsSync(corpus), corpusNeed), () => {
  const result = importDocument(readFileSync(corpus))
  if (!result.ok) throw new Error(result.failure.code)
  const { collections, files } = result.value
  const [path] = files.map(one => one.path)
  expect(path).toBe('protos/route_guide.proto')
  const [folderOfCalls] = collections[0]?.items ?? []
  const calls = folderOfCalls?.kind === 'folder' ? folderOfCalls.items : []
  const types = calls.flatMap(one =>
    one.kind === 'grpc' ? [[one.method, one.methodType, one.protoFilePath]] : [],
  )
  expect(types).toEqual([
    ['', 'unary', ''],
    ['routeguide.RouteGuide/GetFeature', 'unary', path],
    ['routeguide.RouteGuide/ListFeatures', 'serverStreaming', path],
    ['routeguide.RouteGuide/RecordRoute', 'clientStreaming', path],
    ['routeguide.RouteGuide/RouteChat', 'bidirectionalStreaming', path],
  ])
})

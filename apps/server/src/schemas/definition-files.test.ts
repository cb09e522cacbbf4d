import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import {
  compiledDefinitionsInMemory,
  defaultSendSettings,
  type EnginePorts,
  type RequestContext,
} from '@parley/engine'
import { type DefinitionFiles, fetchDefinition } from '@parley/engine/grpc'
import { placeInWorkspace } from '@parley/files'
import {
  type Collection,
  defaultGrpcOptions,
  describeSendFailure,
  type GrpcOptions,
  grpcCallOf,
  newGrpcRequest,
  noRequestDefaults,
} from '@parley/model'
import { openRegistry, readDescriptorSet } from '@parley/protobuf'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { definitionFilesIn } from './definition-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-definitions-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const books = (type: string, method = 'Get') => `syntax = "proto3";
package shop;
import "types/${type.toLowerCase()}.proto";
service Books { rpc ${method} (${type}) returns (${type}); }`
const types = (type: string, field: string) =>
  `syntax = "proto3";\npackage shop;\nmessage ${type} { string ${field} = 1; }`

const collection: Collection = {
  ...{ kind: 'collection', name: 'Shop', summary: '', version: '', authors: [], items: [], environments: [] },
  ...{ defaults: noRequestDefaults, clientCertificates: [], bundled: false },
  protobuf: {
    protoFilePaths: ['api/books.proto'],
    importPaths: ['own', 'api'].map(path => ({ path, enabled: true })),
  },
}
const context: RequestContext = {
  ...{ ancestors: [collection], environment: null, defaultSettings: defaultSendSettings },
  ...{ workspaceVariables: [], globalVariables: [], liveScopes: [] },
}

/** Files take part only; a call of anything else fails. */
const noPorts = {} as EnginePorts

/** Reads definitions over and over, as sends do, and counts the files that are read. */
function reader(options: Partial<GrpcOptions> = { definition: 'proto' }, protobuf = collection.protobuf) {
  const ancestors = [{ ...collection, protobuf }]
  const compiled = compiledDefinitionsInMemory()
  const read: string[] = []
  const request = grpcCallOf(newGrpcRequest({ options: { ...defaultGrpcOptions, ...options } }))
  return async (start = 'Shop') => {
    const files = definitionFilesIn(placeInWorkspace(folder, start), compiled)
    const counting: DefinitionFiles = {
      ...files,
      read: path => {
        read.push(path)
        return files.read(path)
      },
    }
    read.length = 0
    const set = await fetchDefinition(
      {
        request,
        context: { ...context, ancestors },
        ports: noPorts,
        signal: new AbortController().signal,
      },
      counting,
    )
    if (!set.ok) return { problem: set.failure.subject, readCount: read.length }
    const descriptors = readDescriptorSet(set.value)
    const opened = descriptors.ok ? openRegistry(descriptors.value) : descriptors
    if (!opened.ok) throw new Error(opened.failure)
    const fields = [...opened.value.registry].flatMap(one =>
      one.kind === 'message' && one.typeName.startsWith('shop.') ? one.fields.map(({ name }) => name) : [],
    )
    return { fields, readCount: read.length }
  }
}

/** What changes on disk between two sends, and the fields that the second one knows. */
const changes: Readonly<Record<string, readonly [change: () => void, fields: readonly string[]]>> = {
  'an import is edited': [() => write('Shop/api/types/book.proto', types('Book', 'other')), ['other']],
  'an import is replaced by a file of the same length and time': [
    () => {
      const path = join(folder, 'Shop/api/types/book.proto')
      const { atime, mtime } = statSync(path)
      write('Shop/api/types/new.proto', types('Book', 'nAme'))
      utimesSync(join(folder, 'Shop/api/types/new.proto'), atime, mtime)
      renameSync(join(folder, 'Shop/api/types/new.proto'), path)
    },
    ['nAme'],
  ],
  'a file appears in an earlier import path': [
    () => write('Shop/own/types/book.proto', types('Book', 'own')),
    ['own'],
  ],
  'another import is named': [
    () => {
      write('Shop/api/types/page.proto', types('Page', 'number'))
      write('Shop/api/books.proto', books('Page'))
    },
    ['number'],
  ],
}

describe('.proto files', () => {
  beforeEach(() => {
    write('Shop/api/books.proto', books('Book'))
    write('Shop/api/types/book.proto', types('Book', 'name'))
  })

  test('that stay as they are are read once', async () => {
    const load = reader()
    expect(await load()).toMatchObject({ fields: ['name'], readCount: expect.toSatisfy(count => count > 0) })
    expect(await load()).toEqual({ fields: ['name'], readCount: 0 })
  })

  test.each(Object.entries(changes))('%s', async (_name, [change, fields]) => {
    const load = reader()
    await load()
    change()
    expect(await load()).toMatchObject({ fields, readCount: expect.toSatisfy(count => count > 0) })
    expect(await load()).toEqual({ fields, readCount: 0 })
  })

  test('that become invalid, and valid again, are said and used', async () => {
    const load = reader()
    await load()
    write('Shop/api/types/book.proto', 'syntax = "proto3";\nmessage {')
    expect(await load()).toMatchObject({ problem: expect.stringContaining('types/book.proto:2:') })
    write('Shop/api/types/book.proto', types('Book', 'again'))
    expect(await load()).toMatchObject({ fields: ['again'] })
  })

  test('are named from the first import path above them, which may be the folder of the collection', async () => {
    write('Shop/a/v1/one.proto', 'syntax = "proto3";\npackage shop;\nmessage One { string one = 1; }')
    write(
      'Shop/a/two.proto',
      'syntax = "proto3";\npackage shop;\nimport "a/v1/one.proto";\nmessage Two { One two = 1; }',
    )
    const protoFilePaths = ['a/v1/one.proto', 'a/two.proto']
    const load = reader(
      { definition: 'proto' },
      { protoFilePaths, importPaths: [{ path: '.', enabled: true }] },
    )
    expect(await load()).toMatchObject({ fields: ['one', 'two'] })
  })

  test('of another collection are other files', async () => {
    write('Other/api/books.proto', books('Book'))
    write('Other/api/types/book.proto', types('Book', 'elsewhere'))
    const load = reader()
    expect(await load()).toMatchObject({ fields: ['name'] })
    expect(await load('Other')).toMatchObject({ fields: ['elsewhere'] })
    expect(await load()).toEqual({ fields: ['name'], readCount: 0 })
  })

  test('that lead out of the workspace are refused', async () => {
    write('Shop/api/books.proto', books('Book').replace('types/', '../types/'))
    expect(await reader()()).toMatchObject({
      problem: expect.stringContaining('leads out of the import paths'),
    })
  })
})

test('a descriptor set that stays as it is is read once', async () => {
  write('Shop/api/books.proto', books('Book'))
  write('Shop/api/types/book.proto', types('Book', 'name'))
  const request = grpcCallOf(newGrpcRequest({ options: { ...defaultGrpcOptions, definition: 'proto' } }))
  const files = definitionFilesIn(placeInWorkspace(folder, 'Shop'), compiledDefinitionsInMemory())
  const set = await fetchDefinition(
    { request, context, ports: noPorts, signal: new AbortController().signal },
    files,
  )
  if (!set.ok) throw new Error(set.failure.subject)
  write('Shop/shop.binpb', set.value)
  const load = reader({ definition: 'descriptorSet', descriptorSetPath: 'shop.binpb' })
  expect(await load()).toEqual({ fields: ['name'], readCount: 1 })
  expect(await load()).toEqual({ fields: ['name'], readCount: 0 })
  write('Shop/shop.binpb', 'no descriptors')
  expect(await load()).toMatchObject({ problem: expect.stringContaining('shop.binpb') })
})

test('a file that is missing in the collection and there in the workspace is named in the next step', async () => {
  write('books.proto', types('A', 'a'))
  write('shop.binpb', 'no descriptors')
  for (const [options, path] of [
    [{ definition: 'proto' }, 'books.proto'],
    [{ definition: 'descriptorSet', descriptorSetPath: 'shop.binpb' }, 'shop.binpb'],
  ] as const) {
    const request = grpcCallOf(
      newGrpcRequest({
        protoFilePath: path,
        options: { ...defaultGrpcOptions, ...options },
      }),
    )
    const files = definitionFilesIn(placeInWorkspace(folder, 'Shop'), compiledDefinitionsInMemory())
    const set = await fetchDefinition(
      { request, context, ports: noPorts, signal: new AbortController().signal },
      files,
    )
    expect(set.ok ? null : describeSendFailure(set.failure).nextStep).toBe(
      `Parley looked in ${join(folder, 'Shop')}, because the path is relative to the folder of the collection. Write ../${path}, or move the file there.`,
    )
  }
})

describe('files outside the workspace', () => {
  const outside = mkdtempSync(join(tmpdir(), 'parley-outside-'))
  afterAll(() => rmSync(outside, { recursive: true, force: true }))

  beforeEach(() => {
    writeFileSync(join(outside, 'a.proto'), types('A', 'a'))
    write('Shop/own.proto', types('Own', 'a'))
    write('Shop/.hidden.proto', types('Hidden', 'a'))
    symlinkSync(join(outside, 'a.proto'), join(folder, 'Shop/linked.proto'))
    symlinkSync(outside, join(folder, 'Shop/linked'))
  })

  test.each<[path: () => string, code: string | null]>([
    [() => join(outside, 'a.proto'), 'GRPC_DEFINITION_OUTSIDE'],
    [() => relative(join(folder, 'Shop'), join(outside, 'a.proto')), 'GRPC_DEFINITION_OUTSIDE'],
    [() => join(outside, 'missing.proto'), 'GRPC_DEFINITION_OUTSIDE'],
    [() => 'linked.proto', 'GRPC_DEFINITION_OUTSIDE'],
    [() => 'linked/a.proto', 'GRPC_DEFINITION_OUTSIDE'],
    [() => '.hidden.proto', 'GRPC_DEFINITION_OUTSIDE'],
    [() => '../Shop', 'GRPC_DEFINITION'],
    [() => join(folder, 'Shop/own.proto'), null],
    [() => '../Shop/own.proto', null],
  ])('are refused, however they are named (%#)', async (pathOf, code) => {
    const path = pathOf()
    const read = await definitionFilesIn(
      placeInWorkspace(folder, 'Shop'),
      compiledDefinitionsInMemory(),
    ).read(path)
    expect(read.ok ? null : read.failure.code).toBe(code)
    if (read.ok) return expect(new TextDecoder().decode(read.value ?? undefined)).toContain('message Own')
    const { sentence, nextStep } = describeSendFailure(read.failure)
    expect(sentence).toContain(path)
    expect(nextStep).toContain(code === 'GRPC_DEFINITION' ? 'Correct' : 'Copy the file into the folder')
  })
})

import { create, toBinary } from '@bufbuild/protobuf'
import {
  FieldDescriptorProtoSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt'
import { describe, expect, test } from 'vitest'
import { compileTexts } from '../compile/compile-text.testkit.ts'
import { visitFields } from '../compile/visit-fields.ts'
import { describeSymbol } from './describe-symbol.ts'
import { openRegistry, readDescriptorSet, readFileDescriptor } from './open-registry.ts'

const texts = {
  'shop.proto': `syntax="proto3"; package shop; import "kinds.proto"; import "google/protobuf/timestamp.proto";
    message Book { int64 shelf_id = 1; kinds.Kind kind = 2; google.protobuf.Timestamp at = 3; map<string, kinds.Kind> more = 4; Book next = 5; }
    service Shop { rpc Buy(Book) returns (stream kinds.Receipt); rpc Look(Book) returns (Book); }`,
  'kinds.proto': `syntax="proto3"; package kinds; enum Kind { NONE = 0; } message Receipt { Kind kind = 1; }`,
}

/** The descriptors as servers with the reflection of Node send them. */
async function damaged(): Promise<readonly FileDescriptorProto[]> {
  const { files } = await compileTexts(texts)
  const own = files.filter(({ name }) => name in texts)
  for (const file of own) {
    visitFields(file, field => {
      field.jsonName = ''
      field.typeName = field.typeName.slice(1)
    })
    for (const { method } of file.service)
      for (const one of method) {
        one.inputType = one.inputType.slice(1)
        one.outputType = one.outputType.slice(1)
      }
    if (file.name === 'shop.proto') file.dependency = ['google/protobuf/timestamp.proto']
    else file.dependency = []
  }
  return own.toReversed()
}

const opened = (files: readonly FileDescriptorProto[]) => {
  const result = openRegistry(files)
  if (!result.ok) throw new Error(result.failure)
  return result.value
}

describe('descriptors of servers are repaired', () => {
  test('types without a dot, no names in JSON, no imports, the wrong order', async () => {
    const { registry, notes } = opened(await damaged())
    expect(notes).toEqual([])
    const fields = registry.getMessage('shop.Book')?.fields ?? []
    expect(fields.map(({ jsonName }) => jsonName)).toEqual(['shelfId', 'kind', 'at', 'more', 'next'])
    expect(fields[2]?.message?.typeName).toBe('google.protobuf.Timestamp')
    expect(describeSymbol(registry, 'shop.Shop.Buy')).toBe(
      'rpc Buy (.shop.Book) returns (stream .kinds.Receipt);',
    )
  })

  test('what uses a missing type is left out, and said', async () => {
    const files = (await damaged()).filter(({ name }) => name !== 'kinds.proto')
    const { registry, notes } = opened(files)
    expect(registry.getMessage('shop.Book')?.fields.map(({ name }) => name)).toEqual([
      'shelf_id',
      'at',
      'next',
    ])
    expect(registry.getService('shop.Shop')?.methods.map(({ name }) => name)).toEqual(['Look'])
    expect(notes).toContain('The type kinds.Kind is missing, so whatever uses it in shop.proto is left out.')
  })

  test('of two files that declare a name the first wins', async () => {
    const files = await damaged()
    const copy = create(FileDescriptorProtoSchema, {
      name: 'other.proto',
      package: 'shop',
      messageType: [{ name: 'Book' }, { name: 'Shelf' }],
    })
    const { registry, notes } = opened([...files, copy])
    expect(registry.getMessage('shop.Book')?.fields).toHaveLength(5)
    expect(registry.getMessage('shop.Shelf')).toBeDefined()
    expect(notes).toEqual(['other.proto declares shop.Book again. The one of shop.proto is used.'])
  })

  test('the descriptors that were given are not changed', async () => {
    const files = await damaged()
    const before = files.map(file => toBinary(FileDescriptorProtoSchema, file))
    opened(files)
    expect(files.map(file => toBinary(FileDescriptorProtoSchema, file))).toEqual(before)
  })

  test('of files that refer to each other one reference is left out (GR1)', () => {
    const { registry, notes } = opened([
      file('a', [
        ['A', '.B'],
        ['C', '.A'],
      ]),
      file('b', [['B', '.A']]),
    ])
    const typesOf = (name: string) =>
      registry.getMessage(name)?.fields.map(({ message }) => message?.typeName)
    expect([typesOf('A'), typesOf('B'), typesOf('C')]).toEqual([[], ['A'], ['A']])
    expect(notes).toEqual(['The type B uses what uses it, so whatever uses it in a is left out.'])
  })

  test('a file that is wrong fails no other file', async () => {
    const wrong = create(FileDescriptorProtoSchema, {
      name: 'wrong.proto',
      package: 'kinds',
      messageType: [{ name: 'a b' }, { name: 'Extra' }],
    })
    const [shop, kinds] = await damaged().then(([first, second]) =>
      first?.name === 'shop.proto' ? [first, second] : [second, first],
    )
    if (shop === undefined || kinds === undefined) throw new Error('A file is missing')
    shop.messageType[0]?.field.push(
      create(FieldDescriptorProtoSchema, {
        name: 'y',
        number: 9,
        type: 11,
        label: 1,
        typeName: 'kinds.Extra',
      }),
    )
    const { registry, notes } = opened([wrong, kinds, shop])
    expect(registry.getService('shop.Shop')?.methods).toHaveLength(2)
    expect(registry.getMessage('shop.Book')?.fields.map(({ name }) => name)).toEqual([
      'shelf_id',
      'kind',
      'at',
      'more',
      'next',
    ])
    expect(notes).toEqual([
      'wrong.proto is left out, as it is invalid: wrong.proto: invalid message name "a b".',
      'The type kinds.Extra is missing, so whatever uses it in shop.proto is left out.',
    ])
  })

  test('of very many files with a wrong one, all are refused at once (GR1)', () => {
    const chain = Array.from({ length: 3000 }, (_, at) =>
      file(`f${at}`, [[`M${at}`, `.M${Math.max(0, at - 1)}`]]),
    )
    const wrong = create(FileDescriptorProtoSchema, { name: 'wrong', messageType: [{ name: 'a b' }] })
    const result = openRegistry([...chain, wrong])
    expect(result.ok ? null : result.failure).toMatch(
      /^The descriptors are invalid: wrong: invalid message name/,
    )
  })

  test.each([
    [
      'a name that is no identifier',
      [create(FileDescriptorProtoSchema, { name: 'a', messageType: [{ name: 'a b' }] })],
    ],
    [
      'an edition of the future',
      [create(FileDescriptorProtoSchema, { name: 'a', syntax: 'editions', edition: 99_999 })],
    ],
  ])('%s fail with a sentence', (_, files) => {
    const result = openRegistry(files)
    expect(result.ok ? null : result.failure).toMatch(/^The descriptors are invalid: /)
  })
})

function file(name: string, messages: readonly (readonly [string, string])[]): FileDescriptorProto {
  return create(FileDescriptorProtoSchema, {
    name,
    messageType: messages.map(([message, typeName]) => ({
      name: message,
      field: [{ name: 'x', number: 1, type: 11, label: 1, typeName }],
    })),
  })
}

test('a descriptor set is read, and what is none is refused', async () => {
  const { files } = await compileTexts(texts)
  const bytes = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [...files] }))
  const read = readDescriptorSet(bytes)
  expect(read.ok && opened(read.value).registry.getService('shop.Shop')?.methods).toHaveLength(2)
  for (const wrong of [new Uint8Array(), new TextEncoder().encode('syntax = "proto3";')])
    expect(readDescriptorSet(wrong)).toEqual({ ok: false, failure: 'The file is not a descriptor set.' })
  expect(readFileDescriptor(Uint8Array.of(255))).toBeNull()
})

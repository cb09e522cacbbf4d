import { create, createFileRegistry } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { failed, ok } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { describeSymbol } from '../registry/describe-symbol.ts'
import { compileFiles } from './compile-files.ts'
import { compileTexts, registryOfText } from './compile-text.testkit.ts'
import { describeProtoProblem } from './proto-problem.ts'

const linesOf = async (texts: Readonly<Record<string, string>>) =>
  (await compileTexts(texts)).problems.map(describeProtoProblem)

describe('problems have file, line and column', () => {
  test.each([
    ['syntax = "proto3";\nmessage A {\n  int32 a 1;\n}', 'a.proto:3:11: Expected "=", but "1" was found.'],
    ['message A {', 'a.proto:1:12: Expected "}", but the file ends.'],
    ['syntax = "proto4";', 'a.proto:1:10: The syntax proto4 is unknown. Use proto2 or proto3.'],
    ['edition = "2031";', 'a.proto:1:11: The edition 2031 is not supported. Use 2023.'],
    ['syntax = "proto3";\n/* open', 'a.proto:2:1: The comment is not closed.'],
    ['import "open;\n', 'a.proto:1:8: The string is not closed on its line.'],
    [
      'syntax="proto3";\nmessage A { Missing b = 1; }',
      'a.proto:2:13: The type Missing was not found. Import the file that declares it.',
    ],
    ['syntax="proto3";\nimport "b.proto";', 'a.proto:2:8: The file b.proto was not found.'],
    [
      'syntax="proto3";\nmessage A { int32 a = 1; int32 b = 1; }',
      'a.proto:2:32: The number 1 of b is already used by a.',
    ],
    [
      'syntax="proto3";\nmessage A { reserved 1; int32 a = 1; }',
      'a.proto:2:31: The number 1 of a is reserved.',
    ],
    ['syntax="proto3";\nmessage A {}\nmessage A {}', 'a.proto:3:9: A is already declared in a.proto.'],
    ['syntax="proto3"; message A { int32 a = 0; }', 'a.proto:1:40: The number must be from 1 to 536870911.'],
    [
      'syntax="proto3"; message A { required int32 a = 1; }',
      'a.proto:1:30: Only proto2 has required fields.',
    ],
    [
      'syntax="proto3"; message A { map<double, A> a = 1; }',
      'a.proto:1:34: The key of a map must be an integer, a bool or a string.',
    ],
    [
      'message A { int32 a = 1; }',
      'a.proto:1:13: Expected "optional", "required" or "repeated", but "int32" was found.',
    ],
    ['syntax="proto3"; enum E {}', 'a.proto:1:23: An enum must have at least one value.'],
    [
      'enum E { A = 0; } message M { optional E e = 1 [default = B]; }',
      'a.proto:1:42: The enum E has no value B.',
    ],
    [
      'message M { extensions 5 to 9; } extend M { optional int32 a = 4; }',
      'a.proto:1:60: M does not reserve the number 4 for extensions.',
    ],
  ])('%j', async (text, line) => {
    expect(await linesOf({ 'a.proto': text })).toEqual([line])
  })

  test('an unknown option is a warning, and is kept', async () => {
    const { files, problems, warnings } = await compileTexts({ 'a.proto': 'option (unknown).a = 1;' })
    expect(problems).toEqual([])
    expect(warnings.map(describeProtoProblem)).toEqual([
      'a.proto:1:8: The option (unknown).a or its value is unknown.',
    ])
    expect(files[0]?.options?.uninterpretedOption).toHaveLength(1)
  })
})

describe('what parsers often lose', () => {
  test('64-bit defaults are exact', async () => {
    const registry = await registryOfText(
      'message M { optional int64 a = 1 [default = -9223372036854775808];' +
        'optional uint64 b = 2 [default = 0xffffffffffffffff]; optional double c = 3 [default = -inf];' +
        'optional bytes d = 4 [default = "\\001\\xff"]; optional int32 e = 5 [default = 017]; }',
    )
    const defaults = registry.getMessage('M')?.fields.map(({ proto }) => proto.defaultValue)
    expect(defaults).toEqual(['-9223372036854775808', '18446744073709551615', '-inf', '\\001\\377', '15'])
  })

  test('names of the language are names of messages and fields (GR1)', async () => {
    const registry = await registryOfText(
      'syntax="proto3"; message __proto__ { int32 constructor = 1; } message B { __proto__ __proto__ = 1; __proto__ p = 2; }',
    )
    expect(registry.getMessage('__proto__')?.fields.map(({ name }) => name)).toEqual(['constructor'])
    expect(registry.getMessage('B')?.fields.map(({ message }) => message?.typeName)).toEqual([
      '__proto__',
      '__proto__',
    ])
  })

  test('groups in oneofs, aggregates with angle brackets, and public imports', async () => {
    const { files, problems } = await compileTexts({
      'a.proto':
        'import "b.proto"; message M { oneof o { group G = 1 { optional C c = 1; } } optional int32 x = 9 [(v) = { a < k: 1 > /* c */ }]; }',
      'b.proto': 'import public "c.proto";',
      'c.proto':
        'import "google/protobuf/descriptor.proto"; message C {} message V { optional W a = 1; } message W { optional int64 k = 1; }' +
        'extend google.protobuf.FieldOptions { optional V v = 50000; }',
    })
    expect(problems).toEqual([])
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...files] }))
    expect(registry.getMessage('M')?.oneofs[0]?.fields[0]?.message?.typeName).toBe('M.G')
    expect(registry.getMessage('M')?.fields[1]?.proto.options?.$unknown).toHaveLength(1)
  })

  test('editions keep their features, and reserved names without quotes', async () => {
    const registry = await registryOfText(
      'edition = "2023"; option features.field_presence = IMPLICIT; message M { int32 a = 1; reserved b, c; int32 d = 2 [features.field_presence = LEGACY_REQUIRED]; }',
    )
    expect(registry.getMessage('M')?.fields.map(({ presence }) => presence)).toEqual([2, 3])
    expect(registry.getMessage('M')?.proto.reservedName).toEqual(['b', 'c'])
  })

  test('comments describe what follows them', async () => {
    const registry = await registryOfText(
      '// Licence\n\n// Sells books.\nsyntax="proto3";\n\n/* The shop.\n * Open daily. */\nservice Shop {\n  // Buys one.\n  rpc Buy(stream Book) returns (Book); // cheap\n}\n' +
        'message Book { // trailing\n  // The number.\n  optional int64 id = 1 [deprecated = true];\n  oneof kind { string a = 2; Shelf b = 3; }\n  map<string, Shelf> c = 4;\n  enum Shelf { LOW = 0; }\n}',
    )
    expect(describeSymbol(registry, 'Shop')).toBe(
      '// The shop.\n// Open daily.\nservice Shop {\n  // Buys one.\n  rpc Buy (stream .Book) returns (.Book);\n}',
    )
    expect(describeSymbol(registry, 'Shop/Buy')).toBe('// Buys one.\nrpc Buy (stream .Book) returns (.Book);')
    expect(describeSymbol(registry, '.Book')).toBe(
      'message Book {\n  // The number.\n  optional int64 id = 1 [deprecated = true];\n  oneof kind {\n    string a = 2;\n    .Book.Shelf b = 3;\n  }\n' +
        '  map<string, .Book.Shelf> c = 4;\n  enum Shelf {\n    LOW = 0;\n  }\n}',
    )
    expect(describeSymbol(registry, 'Nothing')).toBeNull()
  })
})

describe('hostile files', () => {
  test('messages nested 10,000 deep are refused (GR1)', async () => {
    const text = `syntax="proto3";${'message A{'.repeat(10_000)}${'}'.repeat(10_000)}`
    expect(await linesOf({ 'a.proto': text })).toEqual([
      expect.stringContaining('Messages are nested more than 32 deep.'),
    ])
  })

  test('an option nested 10,000 deep is no crash (GR1)', async () => {
    const text = `option (a) = ${'{a:'.repeat(10_000)}1${'}'.repeat(10_000)};`
    const { warnings } = await compileTexts({ 'a.proto': text })
    expect(warnings).toHaveLength(1)
  })

  test('a file of 50 MB is refused (GR1)', async () => {
    const text = 'message A {}\n'.repeat(4_000_000)
    expect(await linesOf({ 'a.proto': text })).toEqual(['a.proto: The file a.proto is larger than 10 MB.'])
  })

  test('10,000 files that import each other in a chain are read (GR1)', async () => {
    const read = async (path: string) => {
      const at = Number(/\d+/.exec(path)?.[0])
      return ok(`syntax="proto3"; message M${at} {} ${at < 9_999 ? `import "f${at + 1}.proto";` : ''}`)
    }
    const { files, problems } = await compileFiles(['f0.proto'], { read })
    expect(problems).toEqual([])
    expect(files).toHaveLength(10_000)
    expect(files[0]?.name).toBe('f9999.proto')
  })

  test('imports without an end are stopped (GR1)', async () => {
    const read = async (path: string) => ok(`import "${Number.parseInt(path, 10) + 1}.proto";`)
    const { problems } = await compileFiles(['0.proto'], { read })
    expect(problems.map(({ message }) => message)).toEqual(['More than 20000 files are imported.'])
  })

  test('imports in a circle are a problem (GR1)', async () => {
    const problems = await linesOf({ 'a.proto': 'import "b.proto";', 'b.proto': '\nimport "a.proto";' })
    expect(problems).toEqual(['b.proto:2:8: b.proto and a.proto import each other.'])
  })

  test('a file that may not be read says so where it is imported', async () => {
    const { problems } = await compileFiles(['a.proto'], {
      read: async path =>
        path === 'a.proto'
          ? ok('import "../x.proto";')
          : failed('The path ../x.proto leaves the import paths.'),
    })
    expect(problems.map(describeProtoProblem)).toEqual([
      'a.proto:1:8: The path ../x.proto leaves the import paths.',
    ])
  })
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  create,
  createFileRegistry,
  createRegistry,
  fromBinary,
  type Registry,
  toBinary,
  toJson,
} from '@bufbuild/protobuf'
import {
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt'
import { needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import {
  type CorpusFile,
  corpusFiles,
  isCorpusPresent,
  linkedFolder,
  sourcesOf,
} from '../corpus-proto.testkit.ts'
import { compileFiles } from './compile-files.ts'

const isProtocPresent = spawnSync('protoc', ['--version']).status === 0

/** Compares the descriptors of files of the corpus with those that protoc writes. */
export function testAgainstProtoc(files: readonly CorpusFile[]): void {
  describe(
    'descriptors of the corpus against protoc',
    needs(
      isCorpusPresent && isProtocPresent,
      'the corpus (../shared/corpus) and protoc (apt-get install protobuf-compiler)',
    ),
    () => {
      test('are many', () => {
        expect(corpusFiles.length).toBeGreaterThan(900)
      })

      test.each(files.map(file => [file.repository, file.path, file] as const))(
        '%s %s',
        async (_, path, file) => {
          const folder = mkdtempSync(join(tmpdir(), 'protoc-'))
          try {
            const out = join(folder, 'set.binpb')
            const roots = file.roots.map(root => `-I${linkedFolder(root, folder)}`)
            const protoc = spawnSync('protoc', [...roots, '--include_imports', '-o', out, path], {
              encoding: 'utf8',
            })
            const compiled = await compileFiles([path], sourcesOf(file.roots))
            if (protoc.status !== 0) {
              // protoc 3.21 knows neither editions nor newer options, so such files have no oracle.
              if (compiled.problems.length === 0) expect(protoc.stderr).toMatch(stricterInProtoc)
              return
            }
            expect(compiled.problems).toEqual([])
            const expected = fromBinary(FileDescriptorSetSchema, readFileSync(out))
            const registry = createRegistry(
              createFileRegistry(create(FileDescriptorSetSchema, { file: [...compiled.files] })),
            )
            const found = new Map(compiled.files.map(one => [one.name, one]))
            for (const one of expected.file) {
              const ours = found.get(one.name)
              if (ours === undefined || isBuiltIn(ours)) continue
              expect(comparable(ours, registry)).toEqual(comparable(one, registry))
            }
          } finally {
            rmSync(folder, { recursive: true })
          }
        },
      )
    },
  )
}

/** Why protoc 3.21 refuses files that are read here. */
const stricterInProtoc =
  /Expected top-level statement|unknown\. Ensure|must be zero in proto3|was already set|Invalid '-' symbol|No syntax specified|directory does not exist/

/** Files of Parley's own are newer than those of protoc. */
function isBuiltIn({ sourceCodeInfo }: FileDescriptorProto): boolean {
  return sourceCodeInfo === undefined
}

/** Returns a descriptor as JSON, options included, without positions. Numbers of defaults have one form. */
function comparable(file: FileDescriptorProto, registry: Registry): unknown {
  // Options are read from their bytes, in which the order of their parts does not matter.
  const copy = fromBinary(FileDescriptorProtoSchema, toBinary(FileDescriptorProtoSchema, file))
  delete copy.sourceCodeInfo
  const json: unknown = toJson(FileDescriptorProtoSchema, copy, { registry })
  return JSON.parse(JSON.stringify(json), (_, value: unknown) =>
    isFloatField(value) ? withNumber(value) : value,
  )
}

interface FloatField {
  readonly type: 'TYPE_FLOAT' | 'TYPE_DOUBLE'
  readonly defaultValue: string
}

function isFloatField(value: unknown): value is FloatField {
  return (
    typeof value === 'object' &&
    value !== null &&
    'defaultValue' in value &&
    'type' in value &&
    (value.type === 'TYPE_FLOAT' || value.type === 'TYPE_DOUBLE')
  )
}

function withNumber({ defaultValue, ...field }: FloatField): unknown {
  const number = defaultValue === 'nan' ? Number.NaN : Number(defaultValue.replace('inf', 'Infinity'))
  return { ...field, defaultValue: field.type === 'TYPE_FLOAT' ? Math.fround(number) : number }
}

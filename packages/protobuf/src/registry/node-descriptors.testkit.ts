import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create, type FileRegistry, toBinary } from '@bufbuild/protobuf'
import { type FileDescriptorProto, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { needs } from '@parley/testkit/needs'
import { loadDescriptorSet, loadProtoFile, nodeDescriptors } from '@parley/testkit/node-descriptors'
import { describe, expect, test } from 'vitest'
import { compileFiles } from '../compile/compile-files.ts'
import { type CorpusFile, isCorpusPresent, linkedFolder, sourcesOf } from '../corpus-proto.testkit.ts'
import { describeSymbol } from './describe-symbol.ts'
import { openRegistry, readFileDescriptor } from './open-registry.ts'

/** Compares what servers of Node say of the services of files of the corpus with the files. */
export function testNodeDescriptors(files: readonly CorpusFile[]): void {
  describe(
    'what servers of Node say of the services of the corpus, against their files',
    needs(isCorpusPresent, 'the corpus (../shared/corpus)'),
    () => {
      test.each(files.map(file => [file.repository, file.path, file] as const))(
        '%s %s',
        async (_, path, file) => {
          const compiled = await compileFiles([path], sourcesOf(file.roots))
          const services = servicesOf(compiled.files.find(one => one.name === path))
          if (services.length === 0 || compiled.problems.length > 0) return
          const folder = mkdtempSync(join(tmpdir(), 'protos-'))
          try {
            const definition = loadProtoFile(
              path,
              file.roots.map(root => linkedFolder(root, folder)),
            )
            const set = toBinary(
              FileDescriptorSetSchema,
              create(FileDescriptorSetSchema, { file: [...compiled.files] }),
            )
            // Servers of Node send no comments.
            const expected = openRegistry(compiled.files.map(({ sourceCodeInfo: _, ...one }) => one))
            if (!expected.ok) throw new Error(expected.failure)
            // Its parser refuses some files that protoc takes.
            for (const one of [definition, loadDescriptorSet(set)].filter(loaded => loaded !== null)) {
              const opened = openRegistry(
                nodeDescriptors(one).flatMap(file => readFileDescriptor(file) ?? []),
              )
              if (!opened.ok) throw new Error(opened.failure)
              expect(opened.value.notes).toEqual([])
              expect(typesOf(services, opened.value.registry)).toEqual(
                typesOf(services, expected.value.registry),
              )
            }
          } finally {
            rmSync(folder, { recursive: true })
          }
        },
      )
    },
  )
}

function typesOf(services: readonly string[], registry: FileRegistry): readonly (string | undefined)[] {
  const texts = services.flatMap(name => [
    describeSymbol(registry, name),
    ...(registry.getService(name)?.methods ?? []).flatMap(({ input, output }) => [
      describeSymbol(registry, input.typeName),
      describeSymbol(registry, output.typeName),
    ]),
  ])
  return texts.map(withoutUnsent)
}

/** Servers of Node know no service without methods. */
function servicesOf(file: FileDescriptorProto | undefined): readonly string[] {
  const services = file?.service.filter(({ method }) => method.length > 0) ?? []
  return services.map(({ name }) => (file?.package ? `${file.package}.${name}` : name))
}

/** They do not send options of the values of enums, and not that a field is required. */
function withoutUnsent(text: string | null): string | undefined {
  return text?.replaceAll(' [deprecated = true]', '').replaceAll('  required ', '  ')
}

import { create, createFileRegistry, type FileRegistry, fromBinary, toBinary } from '@bufbuild/protobuf'
import {
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt'
import { failed, ok, type Result } from '@parley/model'
import { repairFiles } from './repair-files.ts'

/** The types and services that calls use. */
export interface OpenedRegistry {
  readonly registry: FileRegistry
  /** What had to be left out, as sentences. */
  readonly notes: readonly string[]
}

/** Makes a registry from descriptors of any origin. Fails with a sentence if they contradict themselves. */
export function openRegistry(files: readonly FileDescriptorProto[]): Result<OpenedRegistry, string> {
  try {
    const { files: repaired, notes } = repairFiles(files)
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...repaired] }))
    return ok({ registry, notes })
  } catch (error) {
    return failed(`The descriptors are invalid: ${messageOf(error)}.`)
  }
}

/** Reads a file as `protoc -o` writes it. */
export function readDescriptorSet(bytes: Uint8Array): Result<readonly FileDescriptorProto[], string> {
  try {
    const { file } = fromBinary(FileDescriptorSetSchema, bytes)
    if (file.length > 0) return ok(file)
  } catch {
    // Said below.
  }
  return failed('The file is not a descriptor set.')
}

/** Returns all files of a registry as `protoc --include_imports -o` writes them. */
export function writeDescriptorSet(registry: FileRegistry): Uint8Array<ArrayBuffer> {
  const file = [...registry.files].map(({ proto }) => proto)
  return Uint8Array.from(toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file })))
}

/** Returns the files of a registry as reflection sends them. */
export function writeFileDescriptors(registry: FileRegistry): readonly Uint8Array[] {
  return [...registry.files].map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto))
}

/** Reads a file as reflection sends it; null if it is none. */
export function readFileDescriptor(bytes: Uint8Array): FileDescriptorProto | null {
  try {
    return fromBinary(FileDescriptorProtoSchema, bytes)
  } catch {
    return null
  }
}

/** Returns the message of an error without its full stop. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message === '' ? 'they contradict each other' : message.replace(/\.$/, '')
}

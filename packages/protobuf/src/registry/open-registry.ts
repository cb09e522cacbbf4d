import {
  create,
  createFileRegistry,
  type DescFile,
  type FileRegistry,
  fromBinary,
  toBinary,
} from '@bufbuild/protobuf'
import {
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt'
import { failed, ok, type Result } from '@parley/model'
import { nameOfWhole } from './order-files.ts'
import { repairFiles } from './repair-files.ts'

/** The types and services that calls use. */
export interface OpenedRegistry {
  readonly registry: FileRegistry
  /** What had to be left out, as sentences. */
  readonly notes: readonly string[]
}

/** What had to be left out of each registry. */
const notesOfRegistries = new WeakMap<FileRegistry, readonly string[]>()

/** Returns what had to be left out of a registry when it was made, as sentences. */
export function notesOf(registry: FileRegistry): readonly string[] {
  return notesOfRegistries.get(registry) ?? []
}

/**
 * Makes a registry from descriptors of any origin. A file that contradicts itself is left out, with a note. Fails with a
 * sentence if nothing of them can be used.
 */
export function openRegistry(files: readonly FileDescriptorProto[]): Result<OpenedRegistry, string> {
  const wrong = new Map<string, string>()
  for (let attempt = 0; ; attempt += 1) {
    const used = files.filter(({ name }) => !wrong.has(name))
    const opened = tryToOpen(used)
    if (opened.ok) {
      const notes = [...wrong].map(([name, fault]) => `${name} is left out, as it is invalid: ${fault}.`)
      const { registry } = opened.value
      const all = [...notes, ...opened.value.notes]
      notesOfRegistries.set(registry, all)
      return ok({ registry, notes: all })
    }
    for (const [name, fault] of opened.failure.wrong) wrong.set(name, fault)
    const isLast = attempt === mostAttempts || opened.failure.wrong.size === 0
    if (isLast || files.every(({ name }) => wrong.has(name)))
      return failed(`The descriptors are invalid: ${opened.failure.fault}.`)
  }
}

/** What needs a file that is wrong may be wrong without it, and so on. */
const mostAttempts = 5

interface RefusedFiles {
  readonly fault: string
  /** The files that are wrong by themselves, with what is wrong in each. */
  readonly wrong: ReadonlyMap<string, string>
}

function tryToOpen(files: readonly FileDescriptorProto[]): Result<OpenedRegistry, RefusedFiles> {
  const { files: repaired, notes } = repairFiles(files)
  try {
    return ok({
      registry: createFileRegistry(create(FileDescriptorSetSchema, { file: [...repaired] })),
      notes,
    })
  } catch (error) {
    return failed({ fault: messageOf(error), wrong: wrongFiles(repaired) })
  }
}

/** Each file is added with all that it needs, so the work grows with the square of their number. */
const mostTried = 300

/**
 * Adds one file after another. What uses a file that is wrong may be right without it. Of more files than servers have, none is
 * looked for.
 */
function wrongFiles(files: readonly FileDescriptorProto[]): ReadonlyMap<string, string> {
  const wrong = new Map<string, string>()
  if (files.length > mostTried) return wrong
  const right = new Map<string, DescFile>()
  for (const file of files) {
    if (file.dependency.some(name => !right.has(name))) continue
    try {
      const added = createFileRegistry(file, name => right.get(name)).getFile(file.name)
      if (added !== undefined) right.set(file.name, added)
    } catch (error) {
      wrong.set(nameOfWhole(file.name), messageOf(error))
    }
  }
  return wrong
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

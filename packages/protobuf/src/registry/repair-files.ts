import { clone, isFieldSet } from '@bufbuild/protobuf'
import { protoCamelCase } from '@bufbuild/protobuf/reflect'
import {
  FieldDescriptorProtoSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt'
import { linkFile } from '../compile/link-file.ts'
import { Symbols } from '../compile/symbols.ts'
import { visitFields, visitMessages } from '../compile/visit-fields.ts'
import { wellKnownFiles } from '../compile/well-known-files.ts'
import { leaveOut } from './leave-out.ts'
import { inOrder } from './order-files.ts'

/** Descriptors that a registry accepts, and what had to be left out for it. */
export interface RepairedFiles {
  /** Those that others refer to first. */
  readonly files: readonly FileDescriptorProto[]
  /** Sentences. */
  readonly notes: readonly string[]
}

/**
 * Repairs descriptors as servers and other programs write them: names of types without a leading dot, no names in JSON, no
 * imports, any order, names that two files declare, added fields that their message declares once more, optional fields that
 * are not marked, one file for a whole package. What refers to a missing type is left out.
 */
export function repairFiles(received: readonly FileDescriptorProto[]): RepairedFiles {
  const notes: string[] = []
  const files: FileDescriptorProto[] = []
  const names = new Set<string>()
  const symbols = new Symbols(true)
  for (const file of withWellKnown(received)) {
    if (names.has(file.name)) continue
    names.add(file.name)
    const copy = clone(FileDescriptorProtoSchema, file)
    dropAddedFields(copy)
    markOptionalFields(copy)
    unmarkMessages(copy)
    renameEntries(copy)
    dropDuplicates(copy, symbols, notes)
    symbols.add(copy, () => {})
    files.push(copy)
  }
  for (const file of files) link(file, symbols, notes)
  return { files: inOrder(files, symbols, notes), notes }
}

/**
 * protobuf.js declares a field that an extension adds in the extended message as well, by its full name with a dot, and an
 * extension within a message as a field of it.
 */
function dropAddedFields(file: FileDescriptorProto): void {
  visitMessages(file, message => {
    message.extension.push(...message.field.filter(({ extendee }) => extendee !== ''))
    message.field = message.field.filter(({ name, extendee }) => !name.startsWith('.') && extendee === '')
  })
}

/** Built-in files are there for what servers leave out; a server's own file takes the place of one. */
function withWellKnown(received: readonly FileDescriptorProto[]): readonly FileDescriptorProto[] {
  const named = received.flatMap(file => file.dependency.flatMap(name => wellKnownFiles(name) ?? []))
  return [...received, ...named]
}

/** protobuf.js leaves out that a field is optional, but not the group that `protoc` makes for it. */
function markOptionalFields(file: FileDescriptorProto): void {
  if (file.syntax !== 'proto3') return
  visitMessages(file, ({ field, oneofDecl }) => {
    for (const [index, { name }] of oneofDecl.entries()) {
      const [first, second] = field.filter(
        one => isFieldSet(one, FieldDescriptorProtoSchema.field.oneofIndex) && one.oneofIndex === index,
      )
      if (first !== undefined && second === undefined && name === `_${first.name}`)
        first.proto3Optional = true
    }
  })
}

/** protobuf.js marks a message that has a map as the entry of one, if it read a descriptor set. */
function unmarkMessages(file: FileDescriptorProto): void {
  visitMessages(file, ({ field, options }) => {
    const names = field.map(({ name }) => name).join(' ')
    if (options?.mapEntry === true && names !== 'key value') options.mapEntry = false
  })
}

/** protobuf.js names the entry of a map like its field if that begins with a capital letter. */
function renameEntries(file: FileDescriptorProto): void {
  visitMessages(file, ({ field, nestedType }) => {
    for (const entry of nestedType) {
      const { name } = entry
      const map = field.find(one => one.name === name && one.typeName.split('.').at(-1) === name)
      if (entry.options?.mapEntry !== true || map === undefined) continue
      entry.name = `${name}Entry`
      map.typeName = `${map.typeName}Entry`
    }
  })
}

/** Drops what an earlier file declares. */
function dropDuplicates(file: FileDescriptorProto, symbols: Symbols, notes: string[]): void {
  const isNew = ({ name }: { readonly name: string }) => {
    const fullName = file.package === '' ? name : `${file.package}.${name}`
    const first = symbols.get(fullName)
    if (first === undefined) return true
    notes.push(`${file.name} declares ${fullName} again. The one of ${first.file} is used.`)
    return false
  }
  file.messageType = file.messageType.filter(isNew)
  file.enumType = file.enumType.filter(isNew)
  file.service = file.service.filter(isNew)
  file.extension = file.extension.filter(isNew)
}

function link(file: FileDescriptorProto, symbols: Symbols, notes: string[]): void {
  const lost = new Set<object>()
  linkFile(file, symbols, (declaration, _, name) => {
    lost.add(declaration)
    notes.push(`The type ${name} is missing, so whatever uses it in ${file.name} is left out.`)
  })
  visitFields(file, field => {
    if (field.jsonName === '') field.jsonName = protoCamelCase(field.name)
  })
  leaveOut(file, lost)
}

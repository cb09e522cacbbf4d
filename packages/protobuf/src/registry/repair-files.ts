import { clone } from '@bufbuild/protobuf'
import { protoCamelCase } from '@bufbuild/protobuf/reflect'
import { type FileDescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt'
import { linkFile } from '../compile/link-file.ts'
import { Symbols } from '../compile/symbols.ts'
import { visitFields, visitMessages } from '../compile/visit-fields.ts'
import { wellKnownFiles } from '../compile/well-known-files.ts'

/** Descriptors that a registry accepts, and what had to be left out for it. */
export interface RepairedFiles {
  /** Those that others refer to first. */
  readonly files: readonly FileDescriptorProto[]
  /** Sentences. */
  readonly notes: readonly string[]
}

/**
 * Repairs descriptors as servers and other programs write them: names of types without a leading dot, no names in JSON, no
 * imports, any order, names that two files declare. What refers to a missing type is left out.
 */
export function repairFiles(received: readonly FileDescriptorProto[]): RepairedFiles {
  const notes: string[] = []
  const files = new Map<string, FileDescriptorProto>()
  const symbols = new Symbols(true)
  for (const file of withWellKnown(received)) {
    if (files.has(file.name)) continue
    const copy = clone(FileDescriptorProtoSchema, file)
    dropDuplicates(copy, symbols, notes)
    symbols.add(copy, () => {})
    files.set(copy.name, copy)
  }
  for (const file of files.values()) link(file, symbols, notes)
  const ordered: FileDescriptorProto[] = []
  const done = new Set<string>()
  const references = new Map([...files.values()].map(file => [file.name, referencesOf(file, symbols)]))
  for (const root of files.keys()) addInOrder(root, { files, references, done, ordered, notes })
  return { files: ordered, notes }
}

/** Built-in files are there for what servers leave out; a server's own file takes the place of one. */
function withWellKnown(received: readonly FileDescriptorProto[]): readonly FileDescriptorProto[] {
  const named = received.flatMap(file => file.dependency.flatMap(name => wellKnownFiles(name) ?? []))
  return [...received, ...named]
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
  const isKept = (one: object) => !lost.has(one)
  visitMessages(file, message => {
    message.extension = message.extension.filter(isKept)
    message.field = message.field.filter(isKept)
  })
  file.extension = file.extension.filter(isKept)
  for (const service of file.service) service.method = service.method.filter(isKept)
  dropUnusedEntries(file)
}

/** A map whose values have a missing type is left out, and entries that no map uses. */
function dropUnusedEntries(file: FileDescriptorProto): void {
  visitMessages(file, (message, fullName) => {
    const entries = message.nestedType.filter(nested => nested.options?.mapEntry === true)
    const broken = new Set(
      entries.filter(({ field }) => field.length < 2).map(({ name }) => `.${fullName}.${name}`),
    )
    message.field = message.field.filter(({ typeName }) => !broken.has(typeName))
    const used = new Set(message.field.map(({ typeName }) => typeName))
    message.nestedType = message.nestedType.filter(
      nested => !entries.includes(nested) || used.has(`.${fullName}.${nested.name}`),
    )
  })
}

/** Returns the files whose declarations a file uses. */
function referencesOf(file: FileDescriptorProto, symbols: Symbols): ReadonlySet<string> {
  const used = new Set<string>()
  const add = (name: string) => {
    const definition = symbols.get(name.replace(/^\./, ''))
    if (definition !== undefined && definition.file !== file.name) used.add(definition.file)
  }
  visitFields(file, ({ typeName, extendee }) => {
    if (typeName !== '') add(typeName)
    if (extendee !== '') add(extendee)
  })
  for (const { method } of file.service)
    for (const { inputType, outputType } of method) {
      add(inputType)
      add(outputType)
    }
  return used
}

interface Ordering {
  readonly files: ReadonlyMap<string, FileDescriptorProto>
  readonly references: ReadonlyMap<string, ReadonlySet<string>>
  readonly done: Set<string>
  readonly ordered: FileDescriptorProto[]
  readonly notes: string[]
}

/** Adds a file after those that it refers to. A list instead of recursion, as a chain of files may be long. */
function addInOrder(root: string, { files, references, done, ordered, notes }: Ordering): void {
  const stack = [{ name: root, rest: [...(references.get(root) ?? [])] }]
  const open = new Set([root])
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.rest.pop()
    if (next === undefined || done.has(top.name)) {
      stack.pop()
      open.delete(top.name)
      const file = files.get(top.name)
      if (file === undefined || done.has(top.name)) continue
      done.add(top.name)
      setDependencies(file, references.get(file.name) ?? new Set())
      ordered.push(file)
    } else if (open.has(next)) {
      notes.push(`${top.name} and ${next} refer to each other.`)
    } else if (!done.has(next)) {
      open.add(next)
      stack.push({ name: next, rest: [...(references.get(next) ?? [])] })
    }
  }
}

/** The imports of a file are exactly those that its types need, whatever was named. */
function setDependencies(file: FileDescriptorProto, references: ReadonlySet<string>): void {
  file.dependency = [...references]
  file.publicDependency = []
  file.weakDependency = []
}

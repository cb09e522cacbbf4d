import { create } from '@bufbuild/protobuf'
import { type FileDescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt'
import { Symbols } from '../compile/symbols.ts'
import { visitFields } from '../compile/visit-fields.ts'
import { leaveOut } from './leave-out.ts'
import { stronglyConnected } from './strongly-connected.ts'

/**
 * Returns linked files after those that they use, with exactly the imports that they need. protobuf.js writes one file for
 * all of a package, and such files may use each other although those that they were made of did not. Then all are split
 * into their declarations, and what still goes round in a circle is left out, with a note.
 */
export function inOrder(
  files: readonly FileDescriptorProto[],
  symbols: Symbols,
  notes: string[],
): readonly FileDescriptorProto[] {
  const byName = new Map(files.map(file => [file.name, file]))
  const references = new Map(files.map(file => [file.name, referencesOf(file, symbols)]))
  const groups = stronglyConnected(references)
  if (groups.some(group => group.length > 1)) return inPieces(files, notes)
  return groups.flatMap(([name = '']) => {
    const file = byName.get(name)
    return file === undefined ? [] : withImports(file, references.get(name) ?? new Set())
  })
}

/** The imports of a file are exactly those that its types need, whatever was named. */
function withImports(file: FileDescriptorProto, names: ReadonlySet<string>): FileDescriptorProto {
  file.dependency = [...names]
  file.publicDependency = []
  file.weakDependency = []
  return file
}

/** Calls back with what each declaration of a linked file uses, by its name. */
function visitUses(file: FileDescriptorProto, visit: (name: string, declaration: object) => void): void {
  visitFields(file, field => {
    if (field.typeName !== '') visit(field.typeName.slice(1), field)
    if (field.extendee !== '') visit(field.extendee.slice(1), field)
  })
  for (const { method } of file.service)
    for (const one of method) {
      visit(one.inputType.slice(1), one)
      visit(one.outputType.slice(1), one)
    }
}

/** Returns the names of the files whose declarations a file uses. */
function referencesOf(file: FileDescriptorProto, symbols: Symbols): ReadonlySet<string> {
  const used = new Set<string>()
  visitUses(file, name => {
    const definition = symbols.get(name)
    if (definition !== undefined && definition.file !== file.name) used.add(definition.file)
  })
  return used
}

/** Splits all files as far as their declarations do not need each other. */
function inPieces(files: readonly FileDescriptorProto[], notes: string[]): readonly FileDescriptorProto[] {
  const pieces = new Map<string, Piece>()
  const symbols = new Symbols(true)
  for (const whole of files)
    for (const file of declarationsOf(whole)) {
      pieces.set(file.name, { file, whole })
      symbols.add(file, () => {})
    }
  const references = new Map([...pieces].map(([name, { file }]) => [name, referencesOf(file, symbols)]))
  /** The file that has a declaration now. */
  const places = new Map<string, string>()
  return stronglyConnected(references).flatMap(group => {
    const rejoined = Map.groupBy(
      group.flatMap(name => pieces.get(name) ?? []),
      ({ whole }) => whole,
    )
    return [...rejoined].map(([whole, parts]) => {
      const file = joined(parts.map(one => one.file))
      for (const part of parts) places.set(part.file.name, file.name)
      return withImports(file, leaveOutLater(file, whole, { symbols, places, notes }))
    })
  })
}

interface Piece {
  readonly file: FileDescriptorProto
  /** The file that it was a part of. */
  readonly whole: FileDescriptorProto
}

/** Leaves out what uses a declaration that comes only later. Returns the files of the others. */
function leaveOutLater(
  file: FileDescriptorProto,
  { name }: FileDescriptorProto,
  {
    symbols,
    places,
    notes,
  }: { readonly symbols: Symbols; readonly places: ReadonlyMap<string, string>; readonly notes: string[] },
): ReadonlySet<string> {
  const lost = new Set<object>()
  const imports = new Set<string>()
  visitUses(file, (used, declaration) => {
    const place = places.get(symbols.get(used)?.file ?? '')
    if (place !== undefined) {
      if (place !== file.name) imports.add(place)
      return
    }
    lost.add(declaration)
    notes.push(`The type ${used} uses what uses it, so whatever uses it in ${name} is left out.`)
  })
  leaveOut(file, lost)
  return imports
}

const partMark = ' part '

/** Returns the name of the file of which a file is a part; that of a whole file is its own. */
export function nameOfWhole(name: string): string {
  return name.split(partMark)[0] ?? name
}

/** Returns a file for each declaration of a file. */
function declarationsOf(file: FileDescriptorProto): readonly FileDescriptorProto[] {
  const { name, package: scope, syntax, edition, options } = file
  const head = { package: scope, syntax, edition, ...(options && { options }) }
  const parts = [
    ...file.messageType.map(one => ({ messageType: [one] })),
    ...file.enumType.map(one => ({ enumType: [one] })),
    ...file.service.map(one => ({ service: [one] })),
    ...file.extension.map(one => ({ extension: [one] })),
  ]
  return parts.map((part, at) =>
    create(FileDescriptorProtoSchema, { ...head, name: `${name}${partMark}${at + 1}`, ...part }),
  )
}

/** Returns one file with the declarations of several. */
function joined(parts: readonly FileDescriptorProto[]): FileDescriptorProto {
  const [first, ...others] = parts
  if (first === undefined) throw new Error('There is nothing to join')
  for (const one of others) {
    first.messageType.push(...one.messageType)
    first.enumType.push(...one.enumType)
    first.service.push(...one.service)
    first.extension.push(...one.extension)
  }
  return first
}

import {
  type FieldDescriptorProto,
  FieldDescriptorProto_Type,
  type FileDescriptorProto,
  type MethodDescriptorProto,
} from '@bufbuild/protobuf/wkt'
import { nameIn } from './file-parser.ts'
import type { Definition, Symbols } from './symbols.ts'
import { visitFields } from './visit-fields.ts'

/** Reports that something a declaration names was not found. `place` counts the names that it has. */
export type OnUnresolved = (proto: object, place: number, name: string) => void

const types: ReadonlySet<Definition['kind']> = new Set(['message', 'enum'])
const messages: ReadonlySet<Definition['kind']> = new Set(['message'])

/** Replaces the names of types in a file by full names with a leading dot, and sets what fields they make. */
export function linkFile(file: FileDescriptorProto, symbols: Symbols, onUnresolved: OnUnresolved): void {
  visitFields(file, (field, scope) => linkField(field, scope, { file, symbols, onUnresolved }))
  for (const service of file.service)
    for (const method of service.method)
      linkMethod(method, nameIn(file.package, service.name), { file, symbols, onUnresolved })
}

interface Linking {
  readonly file: FileDescriptorProto
  readonly symbols: Symbols
  readonly onUnresolved: OnUnresolved
}

function linkField(
  field: FieldDescriptorProto,
  scope: string,
  { file, symbols, onUnresolved }: Linking,
): void {
  if (field.extendee !== '') {
    const extendee = symbols.resolve(field.extendee, scope, file.name, messages)
    if (extendee === null) onUnresolved(field, 1, field.extendee)
    else field.extendee = `.${extendee}`
  }
  if (field.typeName === '') return
  const type = symbols.resolve(field.typeName, scope, file.name, types)
  if (type === null) {
    onUnresolved(field, 0, field.typeName)
    return
  }
  field.typeName = `.${type}`
  if (field.type === FieldDescriptorProto_Type.GROUP) return
  const isEnum = symbols.get(type)?.kind === 'enum'
  field.type = isEnum ? FieldDescriptorProto_Type.ENUM : FieldDescriptorProto_Type.MESSAGE
}

function linkMethod(
  method: MethodDescriptorProto,
  scope: string,
  { file, symbols, onUnresolved }: Linking,
): void {
  const input = symbols.resolve(method.inputType, scope, file.name, messages)
  if (input === null) onUnresolved(method, 0, method.inputType)
  else method.inputType = `.${input}`
  const output = symbols.resolve(method.outputType, scope, file.name, messages)
  if (output === null) onUnresolved(method, 1, method.outputType)
  else method.outputType = `.${output}`
}

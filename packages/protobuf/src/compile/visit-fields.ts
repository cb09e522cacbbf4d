import type { DescriptorProto, FieldDescriptorProto, FileDescriptorProto } from '@bufbuild/protobuf/wkt'
import { nameIn } from './file-parser.ts'

/** Calls back with every field and extension of a file, and the full name of what it is declared in. */
export function visitFields(
  file: FileDescriptorProto,
  visit: (field: FieldDescriptorProto, scope: string, message: DescriptorProto | null) => void,
): void {
  for (const field of file.extension) visit(field, file.package, null)
  visitMessages(file, (message, fullName) => {
    for (const field of message.field) visit(field, fullName, message)
    for (const field of message.extension) visit(field, fullName, null)
  })
}

/** Calls back with every message of a file and its full name, outer messages first. */
export function visitMessages(
  file: FileDescriptorProto,
  visit: (message: DescriptorProto, fullName: string) => void,
): void {
  const visitOne = (message: DescriptorProto, scope: string) => {
    const fullName = nameIn(scope, message.name)
    visit(message, fullName)
    for (const nested of message.nestedType) visitOne(nested, fullName)
  }
  for (const message of file.messageType) visitOne(message, file.package)
}

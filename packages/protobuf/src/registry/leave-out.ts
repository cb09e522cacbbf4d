import type { FileDescriptorProto } from '@bufbuild/protobuf/wkt'
import { visitMessages } from '../compile/visit-fields.ts'

/** Leaves these fields, extensions and methods out of a file, and with them what cannot be without them. */
export function leaveOut(file: FileDescriptorProto, lost: ReadonlySet<object>): void {
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

import type {
  AnyDesc,
  DescEnum,
  DescEnumValue,
  DescExtension,
  DescField,
  DescFile,
  DescMessage,
  DescMethod,
  DescService,
} from '@bufbuild/protobuf'

type Commented = DescService | DescMethod | DescMessage | DescField | DescExtension | DescEnum | DescEnumValue

const comments = new WeakMap<DescFile, ReadonlyMap<string, string>>()

/** Returns the comment before a declaration without its slashes; empty if there is none. */
export function commentOf(desc: Commented): string {
  const comment = commentsOf(fileOf(desc)).get(pathOf(desc).join('.')) ?? ''
  const lines = comment.replace(/\n$/, '').split('\n')
  return lines
    .map(line => line.replace(/^ /, '').trimEnd())
    .join('\n')
    .trim()
}

function commentsOf(file: DescFile): ReadonlyMap<string, string> {
  const known = comments.get(file)
  if (known !== undefined) return known
  const locations = file.proto.sourceCodeInfo?.location ?? []
  const read = new Map(
    locations
      .filter(({ leadingComments }) => leadingComments !== '')
      .map(({ path, leadingComments }) => [path.join('.'), leadingComments]),
  )
  comments.set(file, read)
  return read
}

function fileOf(desc: Commented): DescFile {
  return 'file' in desc ? desc.file : fileOf(desc.parent)
}

/** Returns the numbers of lists and the indexes that lead to a descriptor in that of its file. */
function pathOf(desc: Exclude<AnyDesc, { kind: 'file' | 'oneof' }>): readonly number[] {
  switch (desc.kind) {
    case 'service':
      return [6, desc.file.proto.service.indexOf(desc.proto)]
    case 'rpc':
      return [...pathOf(desc.parent), 2, desc.parent.proto.method.indexOf(desc.proto)]
    case 'message':
      return desc.parent === undefined
        ? [4, desc.file.proto.messageType.indexOf(desc.proto)]
        : [...pathOf(desc.parent), 3, desc.parent.proto.nestedType.indexOf(desc.proto)]
    case 'enum':
      return desc.parent === undefined
        ? [5, desc.file.proto.enumType.indexOf(desc.proto)]
        : [...pathOf(desc.parent), 4, desc.parent.proto.enumType.indexOf(desc.proto)]
    case 'enum_value':
      return [...pathOf(desc.parent), 2, desc.parent.proto.value.indexOf(desc.proto)]
    case 'field':
      return [...pathOf(desc.parent), 2, desc.parent.proto.field.indexOf(desc.proto)]
    case 'extension':
      return desc.parent === undefined
        ? [7, desc.file.proto.extension.indexOf(desc.proto)]
        : [...pathOf(desc.parent), 6, desc.parent.proto.extension.indexOf(desc.proto)]
  }
}

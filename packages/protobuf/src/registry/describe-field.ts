import type { DescEnumValue, DescField } from '@bufbuild/protobuf'
import { commentOf } from './comment-of.ts'
import { declaredField } from './describe-symbol.ts'

/** A field or the value of an enum, as an editor explains it. */
export interface DescribedName {
  /** As a `.proto` file declares it. */
  readonly signature: string
  /** Its comment; empty if there is none. */
  readonly description: string
  readonly isDeprecated: boolean
}

/** Describes a field. */
export function describeField(field: DescField): DescribedName {
  const { oneof, deprecated } = field
  const isOfOneof = oneof !== undefined && !field.proto.proto3Optional
  return {
    signature: `${declaredField(field)}${isOfOneof ? `, one of ${oneof.name}` : ''}`,
    description: commentOf(field),
    isDeprecated: deprecated,
  }
}

/** Describes a value of an enum. */
export function describeEnumValue(value: DescEnumValue): DescribedName {
  const { name, number, deprecated } = value
  return { signature: `${name} = ${number}`, description: commentOf(value), isDeprecated: deprecated }
}

import type { JsonTree } from '@parley/model'
import { type DescField, type DescMessage, isWrittenAsValue } from '@parley/protobuf'

/** A value of a message: the message itself, a field, or an element of a list or map. */
export type MessagePart =
  | { readonly message: DescMessage }
  | { readonly field: DescField; readonly isElement: boolean }

type Open = JsonTree['open']

/** Returns the field that a member of an object stands for; undefined if there is none. */
export function fieldNamed(message: DescMessage, key: string): DescField | undefined {
  return message.fields.find(({ jsonName, name }) => jsonName === key || name === key)
}

/** Returns the message whose fields the members of an object are; null for any other value. */
export function messageOf(part: MessagePart | null): DescMessage | null {
  if (part === null) return null
  const message = 'message' in part ? part.message : messageOfField(part)
  return message === null || isWrittenAsValue(message) ? null : message
}

function messageOfField({
  field,
  isElement,
}: Extract<MessagePart, { field: DescField }>): DescMessage | null {
  const isSeveral = field.fieldKind === 'list' || field.fieldKind === 'map'
  return isSeveral === isElement ? (field.message ?? null) : null
}

/** Returns the part of a message in which the path of open containers ends: the last container, or a value in it. */
export function partAt(type: DescMessage, open: Open): MessagePart | null {
  let part: MessagePart | null = { message: type }
  for (const { node, key } of open) {
    if (part === null) return null
    if (node.kind === 'array') part = elementOf(part, 'list')
    else if (key !== null) part = memberOf(part, key)
  }
  return part
}

function memberOf(part: MessagePart, key: string): MessagePart | null {
  const message = messageOf(part)
  if (message === null) return elementOf(part, 'map')
  const field = fieldNamed(message, key)
  return field === undefined ? null : { field, isElement: false }
}

function elementOf(part: MessagePart, kind: 'list' | 'map'): MessagePart | null {
  const isOfKind = 'field' in part && !part.isElement && part.field.fieldKind === kind
  return isOfKind ? { field: part.field, isElement: true } : null
}

import {
  create,
  type DescField,
  type DescMessage,
  fromJson,
  type JsonValue,
  type Message,
  mergeFromJson,
  type Registry,
  toBinary,
} from '@bufbuild/protobuf'
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect'
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt'
import { failed, type JsonMember, type JsonNode, ok, type Result, type TextRange } from '@parley/model'
import type { MessageProblem } from './message-problem.ts'
import { readJson } from './read-json.ts'
import { describe, quoted, readEnum, readMapKey, readScalar, ValueError } from './read-scalar.ts'

/**
 * Returns the bytes of a message that is written as JSON (the ProtoJSON format). Every digit of an integer counts. Fails
 * with all that the type does not know, with its place in the text.
 */
export function encodeMessage(
  type: DescMessage,
  text: string,
  registry: Registry,
): Result<Uint8Array, readonly MessageProblem[]> {
  const root = readJson(text)
  if (!root.ok) {
    const { at, message } = root.failure
    return failed([{ start: at, end: at + 1, message }])
  }
  const reading = new MessageReading(registry)
  const message = reading.message(type, root.value, 0, 'The message')
  return reading.problems.length > 0 ? failed(reading.problems) : ok(toBinary(type, message))
}

/** As deep as other programs read messages. */
const deepestNesting = 100

class MessageReading {
  readonly problems: MessageProblem[] = []
  readonly #registry: Registry

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /** @param subject - what has this value, as a sentence begins */
  message(type: DescMessage, node: JsonNode, depth: number, subject: string): Message {
    if (depth > deepestNesting) {
      this.#report(node, `Messages are nested more than ${deepestNesting} deep.`)
      return create(type)
    }
    if (type.typeName === 'google.protobuf.Any') return this.#any(type, node, depth, subject)
    const special = specialKind(type)
    if (special !== null) return this.#special(type, special, node, subject)
    if (node.kind !== 'object') {
      this.#report(node, `${subject} takes an object, not ${describe(node)}.`)
      return create(type)
    }
    return this.#members(type, node, node.members, depth).message
  }

  #members(type: DescMessage, node: JsonNode, members: readonly JsonMember[], depth: number): ReflectMessage {
    const message = reflect(type)
    const seen = new Set<string>()
    for (const member of members) this.#member(message, member, seen, depth)
    for (const field of type.fields)
      if (field.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED && !seen.has(field.name))
        this.#report(node, `The field ${field.jsonName} is required.`)
    return message
  }

  #member(message: ReflectMessage, member: JsonMember, seen: Set<string>, depth: number): void {
    const { key: name, value } = member
    const field = message.fields.find(one => one.jsonName === name || one.name === name)
    if (field === undefined) {
      this.#extension(message, member)
      return
    }
    const { oneof } = field
    const other = oneof === undefined ? undefined : message.oneofCase(oneof)
    if (seen.has(field.name)) this.#reportName(member, `The field ${name} appears twice.`)
    else if (other !== undefined && value.kind !== 'null')
      this.#reportName(member, `Only one of ${other.jsonName} and ${name} can be set.`)
    seen.add(field.name)
    if (value.kind === 'null' && !takesNull(field)) return
    this.#attempt(value, `The field ${name}`, () => this.#set(message, field, value, depth))
  }

  #set(message: ReflectMessage, field: DescField, value: JsonNode, depth: number): void {
    const subject = `The field ${field.jsonName}`
    switch (field.fieldKind) {
      case 'scalar':
        message.set(field, readScalar(field.scalar, value))
        return
      case 'enum':
        message.set(field, value.kind === 'null' ? 0 : readEnum(field.enum, value))
        return
      case 'message':
        message.set(field, reflect(field.message, this.message(field.message, value, depth + 1, subject)))
        return
      case 'list':
        this.#list(message, field, value, depth)
        return
      case 'map':
        this.#map(message, field, value, depth)
    }
  }

  #list(
    message: ReflectMessage,
    field: DescField & { fieldKind: 'list' },
    node: JsonNode,
    depth: number,
  ): void {
    if (node.kind !== 'array') throw new ValueError(`takes a list, not ${describe(node)}`)
    const list = message.get(field)
    const subject = `The field ${field.jsonName}`
    for (const item of node.items)
      this.#attempt(item, subject, () => {
        if (field.listKind === 'scalar') list.add(readScalar(field.scalar, item))
        else if (field.listKind === 'enum') list.add(readEnum(field.enum, item))
        else list.add(reflect(field.message, this.message(field.message, item, depth + 1, subject)))
      })
  }

  #map(
    message: ReflectMessage,
    field: DescField & { fieldKind: 'map' },
    node: JsonNode,
    depth: number,
  ): void {
    if (node.kind !== 'object') throw new ValueError(`takes an object, not ${describe(node)}`)
    const map = message.get(field)
    const subject = `The field ${field.jsonName}`
    for (const member of node.members)
      this.#attempt(member.value, subject, () => {
        const key = readMapKey(field.mapKey, member.key)
        if (map.has(key)) this.#reportName(member, `The key ${quoted(member.key)} appears twice.`)
        if (field.mapKind === 'scalar') map.set(key, readScalar(field.scalar, member.value))
        else if (field.mapKind === 'enum') map.set(key, readEnum(field.enum, member.value))
        else
          map.set(key, reflect(field.message, this.message(field.message, member.value, depth + 1, subject)))
      })
  }

  /** A name in brackets is that of an extension. */
  #extension(message: ReflectMessage, member: JsonMember): void {
    const { key: name, value } = member
    const extension = /^\[.+\]$/.test(name) ? this.#registry.getExtension(name.slice(1, -1)) : undefined
    if (extension === undefined || extension.extendee.typeName !== message.desc.typeName) {
      this.#reportName(member, `${message.desc.typeName} has no field ${quoted(name)}.`)
      return
    }
    this.#foreign(value, `The extension ${name}`, () =>
      mergeFromJson(message.desc, message.message, { [name]: jsonOf(value) }, { registry: this.#registry }),
    )
  }

  #special(type: DescMessage, kind: SpecialKind, node: JsonNode, subject: string): Message {
    const message = create(type)
    if (kind === 'wrapper') {
      const [field] = type.fields
      if (field?.fieldKind === 'scalar')
        this.#attempt(node, subject, () => reflect(type, message).set(field, readScalar(field.scalar, node)))
      return message
    }
    if (kind === 'text' && node.kind !== 'string') {
      this.#report(node, `${subject} takes a text, not ${describe(node)}.`)
      return message
    }
    return this.#foreign(node, subject, () => fromJson(type, jsonOf(node))) ?? message
  }

  /** The type of its content is in `@type`. */
  #any(type: DescMessage, node: JsonNode, depth: number, subject: string): Message {
    const any = reflect(type)
    if (node.kind !== 'object') {
      this.#report(node, `${subject} takes an object, not ${describe(node)}.`)
      return any.message
    }
    if (node.members.length === 0) return any.message
    const url = node.members.find(({ key }) => key === '@type')
    if (url?.value.kind !== 'string') {
      this.#report(node, `${subject} takes an object with the name of its type in "@type".`)
      return any.message
    }
    const content = this.#registry.getMessage(url.value.text.slice(url.value.text.lastIndexOf('/') + 1))
    if (content === undefined) {
      this.#report(url.value, `The type ${quoted(url.value.text)} is unknown.`)
      return any.message
    }
    const bytes = this.#anyContent(content, node, depth)
    const [urlField, valueField] = type.fields
    if (urlField !== undefined && valueField !== undefined) {
      any.set(urlField, url.value.text)
      any.set(valueField, bytes)
    }
    return any.message
  }

  #anyContent(type: DescMessage, node: JsonNode & { kind: 'object' }, depth: number): Uint8Array {
    const before = this.problems.length
    const rest = node.members.filter(({ key }) => key !== '@type')
    const isWrapped = specialKind(type) !== null || type.typeName === 'google.protobuf.Any'
    const [first] = rest
    let message: Message
    if (!isWrapped) message = this.#members(type, node, rest, depth + 1).message
    else if (rest.length === 1 && first?.key === 'value')
      message = this.message(type, first.value, depth + 1, 'The field value')
    else {
      this.#report(node, `The content of type ${type.typeName} must be in "value".`)
      message = create(type)
    }
    return this.problems.length > before ? new Uint8Array() : toBinary(type, message)
  }

  /** Runs what throws {@link ValueError}. */
  #attempt(node: JsonNode, subject: string, run: () => void): void {
    try {
      run()
    } catch (error) {
      if (!(error instanceof ValueError)) throw error
      this.#report(node, `${subject} ${error.message}.`)
    }
  }

  /** Runs what the library reads, whose sentences are not Parley's. */
  #foreign<Value>(node: JsonNode, subject: string, run: () => Value): Value | null {
    try {
      return run()
    } catch {
      this.#report(node, `${subject} does not take ${describe(node)}.`)
      return null
    }
  }

  #report({ from, to }: TextRange, message: string): void {
    this.problems.push({ start: from, end: to, message })
  }

  #reportName({ keyRange }: JsonMember, message: string): void {
    this.#report(keyRange, message)
  }
}

type SpecialKind = 'text' | 'value' | 'wrapper'

const specialKinds: ReadonlyMap<string, SpecialKind> = new Map([
  ['google.protobuf.Timestamp', 'text'],
  ['google.protobuf.Duration', 'text'],
  ['google.protobuf.FieldMask', 'text'],
  ['google.protobuf.Struct', 'value'],
  ['google.protobuf.Value', 'value'],
  ['google.protobuf.ListValue', 'value'],
  ...['Double', 'Float', 'Int64', 'UInt64', 'Int32', 'UInt32', 'Bool', 'String', 'Bytes'].map(
    name => [`google.protobuf.${name}Value`, 'wrapper'] as const,
  ),
])

/** Returns how a well-known type is written in JSON; null if as an object of its fields. */
export function specialKind(type: DescMessage): SpecialKind | null {
  return specialKinds.get(type.typeName) ?? null
}

/** Whether a well-known type is written as another value than an object of its fields. */
export function isWrittenAsValue(type: DescMessage): boolean {
  return specialKind(type) !== null
}

/** Null is a value of these types, and leaves out all others. */
function takesNull(field: DescField): boolean {
  if (field.fieldKind === 'message') return field.message.typeName === 'google.protobuf.Value'
  return field.fieldKind === 'enum' && field.enum.typeName === 'google.protobuf.NullValue'
}

/** Returns the value for the library: integers that a double does not hold as texts. */
function jsonOf(node: JsonNode): JsonValue {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key, jsonOf(value)]))
    case 'array':
      return node.items.map(jsonOf)
    case 'string':
      return node.text
    case 'number':
      return Number(node.text)
    case 'boolean':
      return node.text === 'true'
    case 'null':
    case 'variable':
      return null
  }
}

import { type DescEnum, ScalarType } from '@bufbuild/protobuf'
import { base64Decode } from '@bufbuild/protobuf/wire'
import type { JsonNode } from '@parley/model'

/** Says why a value does not fit its field, as the end of a sentence that begins with the field. */
export class ValueError extends Error {}

const int32 = [-(2n ** 31n), 2n ** 31n - 1n] as const
const uint32 = [0n, 2n ** 32n - 1n] as const
const int64 = [-(2n ** 63n), 2n ** 63n - 1n] as const
const uint64 = [0n, 2n ** 64n - 1n] as const

/** Returns the value of a scalar field. Integers are exact, as numbers and as texts. @throws {@link ValueError} */
export function readScalar(
  type: ScalarType,
  node: JsonNode,
): string | number | bigint | boolean | Uint8Array {
  switch (type) {
    case ScalarType.STRING:
      if (node.kind !== 'string') throw new ValueError(`takes a text, not ${describe(node)}`)
      if (!node.text.isWellFormed())
        throw new ValueError('takes Unicode text, and half of a character is missing')
      return node.text
    case ScalarType.BOOL:
      if (node.kind !== 'boolean') throw new ValueError(`takes true or false, not ${describe(node)}`)
      return node.text === 'true'
    case ScalarType.BYTES:
      return readBytes(node)
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return readFloat(node, type === ScalarType.FLOAT)
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return Number(readInteger(node, int32))
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return Number(readInteger(node, uint32))
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return readInteger(node, int64)
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return readInteger(node, uint64)
  }
}

/** Returns the key of an entry of a map, which is a text in JSON. @throws {@link ValueError} */
export function readMapKey(type: ScalarType, name: string): string | number | bigint | boolean {
  const node = { kind: 'string', text: name, from: 0, to: 0 } as const
  if (type === ScalarType.BOOL) {
    if (name !== 'true' && name !== 'false')
      throw new ValueError(`has the keys true and false, not ${quoted(name)}`)
    return name === 'true'
  }
  const value = readScalar(type, node)
  return value instanceof Uint8Array ? name : value
}

/** Returns the number of an enum value: by its name, or any number of an open enum. @throws {@link ValueError} */
export function readEnum(type: DescEnum, node: JsonNode): number {
  if (node.kind === 'string') {
    const value = type.values.find(({ name }) => name === node.text)
    if (value !== undefined) return value.number
    const known = type.values.map(({ name }) => name)
    const shown = known.slice(0, 10).join(', ') + (known.length > 10 ? ', …' : '')
    throw new ValueError(`has no value ${quoted(node.text)}. Its values are ${shown}`)
  }
  if (node.kind !== 'number')
    throw new ValueError(`takes the name of a value of ${type.name}, not ${describe(node)}`)
  const number = Number(readInteger(node, int32))
  if (!type.open && type.value[number] === undefined)
    throw new ValueError(`has no value with the number ${number}`)
  return number
}

const plainInteger = /^-?\d+$/
const decimal = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

function readInteger(node: JsonNode, [least, most]: readonly [bigint, bigint]): bigint {
  if (node.kind !== 'number' && node.kind !== 'string')
    throw new ValueError(`takes an integer, not ${describe(node)}`)
  const value = integerOf(node.text)
  if (value === null) throw new ValueError(`takes an integer, not ${describe(node)}`)
  if (value < least || value > most) throw new ValueError(`takes integers from ${least} to ${most}`)
  return value
}

/** `1.0` and `1e3` are integers as well. Longer ones than a double holds exactly are written plainly. */
function integerOf(text: string): bigint | null {
  if (plainInteger.test(text) && text.length <= 40) return BigInt(text)
  const value = decimal.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? BigInt(value) : null
}

const namedFloats: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
}

function readFloat(node: JsonNode, isSingle: boolean): number {
  if (node.kind !== 'number' && node.kind !== 'string')
    throw new ValueError(`takes a number, not ${describe(node)}`)
  const named =
    node.kind === 'string' && Object.hasOwn(namedFloats, node.text) ? namedFloats[node.text] : undefined
  if (named !== undefined) return named
  if (!decimal.test(node.text)) throw new ValueError(`takes a number, not ${describe(node)}`)
  const value = Number(node.text)
  if (!Number.isFinite(isSingle ? Math.fround(value) : value))
    throw new ValueError(`takes smaller numbers than ${node.text}`)
  return value
}

function readBytes(node: JsonNode): Uint8Array {
  if (node.kind !== 'string') throw new ValueError(`takes Base64, not ${describe(node)}`)
  try {
    return base64Decode(node.text)
  } catch {
    throw new ValueError('takes Base64, which this text is not')
  }
}

/** Returns a value in the words of a sentence. */
export function describe(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return 'an object'
    case 'array':
      return 'a list'
    case 'string':
      return `the text ${quoted(node.text)}`
    case 'number':
      return `the number ${shorten(node.text)}`
    case 'boolean':
      return node.text
    case 'null':
    case 'variable':
      return 'null'
  }
}

export function quoted(text: string): string {
  return `"${shorten(text)}"`
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

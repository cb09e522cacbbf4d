import { fromJson, type JsonValue, toBinary } from '@bufbuild/protobuf'
import { protoFieldPlaces, protoFieldTypes, protoOfField } from '@parley/testkit/proto-field-types'
import { describe, expect, test } from 'vitest'
import { messageOfText } from '../compile/compile-text.testkit.ts'
import { encodeMessage } from './read-message.ts'
import { decodeMessage } from './write-message.ts'

/** An empty or default value is not sent where nothing says that it is set. */
const defaults = new Set(['0', '""', 'false', '"KIND_NONE"'])
const scalars = new Set(
  protoFieldTypes.map(({ type }) => type).filter(type => /^[a-z]+\d*$|^Kind$/.test(type)),
)

const places = Object.entries(protoFieldPlaces)

describe.each(protoFieldTypes.map(one => [one.type, one] as const))(
  '%s',
  (type, { values, refused, key }) => {
    const cases = places.flatMap(([place, { declare, json }]) =>
      values.map(([typed, shown]) => [place, typed, shown, declare(type), json] as const),
    )
    test.each(cases)('%s: %s is sent and shown as %s', async (place, typed, shown, declaration, json) => {
      const { registry, type: message } = await messageOfText(protoOfField(declaration), 'shop.Message')
      const encoded = encodeMessage(message, json(typed), registry)
      if (!encoded.ok) throw new Error(JSON.stringify(encoded.failure))
      // What is shown has its 64-bit integers as text, so that the other implementation can read it.
      const value: JsonValue = JSON.parse(json(shown))
      const expected = toBinary(message, fromJson(message, value, { registry }))
      expect(encoded.value).toEqual(expected)
      const isUnset = place === 'single' && scalars.has(type) && defaults.has(shown)
      expect(decodeMessage(message, expected, registry)).toEqual({
        ok: true,
        value: isUnset ? '{}' : json(shown),
      })
    })

    const wrong = places.flatMap(([place, { declare, json }]) =>
      refused.map(typed => [place, typed, declare(type), json] as const),
    )
    test.each(wrong)('%s: %s is refused', async (_place, typed, declaration, json) => {
      const { registry, type: message } = await messageOfText(protoOfField(declaration), 'shop.Message')
      expect(encodeMessage(message, json(typed), registry).ok).toBe(false)
    })

    test.each(key === undefined ? [] : [key])('%s as the key of a map', async typed => {
      const { registry, type: message } = await messageOfText(
        protoOfField(`map<${type}, string> it = 1;`),
        'shop.Message',
      )
      const json = `{"it":{${JSON.stringify(typed)}:"a"}}`
      const encoded = encodeMessage(message, json, registry)
      if (!encoded.ok) throw new Error(JSON.stringify(encoded.failure))
      const value: JsonValue = JSON.parse(json)
      expect(encoded.value).toEqual(toBinary(message, fromJson(message, value, { registry })))
      expect(decodeMessage(message, encoded.value, registry)).toEqual({ ok: true, value: json })
    })
  },
)

import { fromJson, toBinary } from '@bufbuild/protobuf'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { describe, expect, test } from 'vitest'
import { messageOfText } from '../compile/compile-text.testkit.ts'
import { exampleMessage } from './example-message.ts'
import { describeMessageProblem } from './message-problem.ts'
import { encodeMessage } from './read-message.ts'
import { decodeMessage } from './write-message.ts'

const text = `
syntax = "proto3";
package shop;
import "google/protobuf/any.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/empty.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
enum Kind { KIND_NONE = 0; KIND_NOVEL = 1; }
message All {
  int64 i64 = 1; uint64 u64 = 2; sint64 s64 = 3; fixed64 f64 = 4; sfixed64 sf64 = 5;
  int32 i32 = 6; uint32 u32 = 7; double d = 8; float f = 9; bool b = 10; string text = 11; bytes data = 12;
  Kind kind = 13; All inner = 14; repeated int64 many = 15; repeated All inners = 16;
  map<int64, string> by_id = 17; map<string, All> by_name = 18; map<bool, Kind> by_flag = 19;
  oneof choice { string left = 20; int64 right = 21; google.protobuf.NullValue nothing = 22; }
  optional int32 maybe = 23;
  google.protobuf.Any any = 30; google.protobuf.Duration wait = 31; google.protobuf.Empty empty = 32;
  google.protobuf.FieldMask mask = 33; google.protobuf.Struct object = 34; google.protobuf.Value value = 35;
  google.protobuf.ListValue items = 36; google.protobuf.Timestamp at = 37; google.protobuf.Int64Value boxed = 38;
  google.protobuf.BytesValue boxed_data = 39; string __proto__ = 40; int32 custom = 41 [json_name = "other"];
}
`
const load = () => messageOfText(text, 'shop.All')

async function through(json: string): Promise<string> {
  const { registry, type } = await load()
  const encoded = encodeMessage(type, json, registry)
  if (!encoded.ok) throw new Error(encoded.failure.map(one => describeMessageProblem(json, one)).join('\n'))
  const decoded = decodeMessage(type, encoded.value, registry)
  return decoded.ok ? decoded.value : decoded.failure
}

describe('a message is the same after it was sent', () => {
  test.each([
    ['{}', '{}'],
    ['{"i64": 9007199254740993}', '{"i64":"9007199254740993"}'],
    [
      '{"i64": -9223372036854775808, "u64": 18446744073709551615}',
      '{"i64":"-9223372036854775808","u64":"18446744073709551615"}',
    ],
    [
      '{"s64": "9223372036854775807", "f64": 1e3, "sf64": 5.0}',
      '{"s64":"9223372036854775807","f64":"1000","sf64":"5"}',
    ],
    ['{"i32": -1, "u32": 4294967295}', '{"i32":-1,"u32":4294967295}'],
    ['{"d": 0.1, "f": 0.1}', '{"d":0.1,"f":0.1}'],
    ['{"d": -0, "f": -0.0}', '{"d":-0,"f":-0}'],
    ['{"f": 16777.217}', '{"f":16777.217}'],
    // Nine digits tell it from its neighbours.
    ['{"f": 1000.00006}', '{"f":1000.00006}'],
    ['{"d": "NaN", "f": "-Infinity"}', '{"d":"NaN","f":"-Infinity"}'],
    ['{"d": 9007199254740993, "f": "1.5"}', '{"d":9007199254740992,"f":1.5}'],
    ['{"b": true, "text": "Zoë \\u2028", "data": "AP-_"}', '{"b":true,"text":"Zoë \u2028","data":"AP+/"}'],
    ['{"kind": "KIND_NOVEL"}', '{"kind":"KIND_NOVEL"}'],
    ['{"kind": 1}', '{"kind":"KIND_NOVEL"}'],
    ['{"kind": 77}', '{"kind":77}'],
    ['{"many": [1, "2", 9007199254740993]}', '{"many":["1","2","9007199254740993"]}'],
    [
      '{"inners": [{}, {"i32": 1}], "inner": {"inner": {}}}',
      '{"inner":{"inner":{}},"inners":[{},{"i32":1}]}',
    ],
    ['{"byId": {"9007199254740993": "a"}}', '{"byId":{"9007199254740993":"a"}}'],
    ['{"by_name": {"__proto__": {"i32": 1}}}', '{"byName":{"__proto__":{"i32":1}}}'],
    ['{"byFlag": {"true": "KIND_NOVEL"}}', '{"byFlag":{"true":"KIND_NOVEL"}}'],
    ['{"left": ""}', '{"left":""}'],
    ['{"right": 0}', '{"right":"0"}'],
    ['{"nothing": null}', '{"nothing":null}'],
    ['{"maybe": 0, "text": null}', '{"maybe":0}'],
    [
      '{"any": {"@type": "type.googleapis.com/shop.All", "i64": 9007199254740993}}',
      '{"any":{"@type":"type.googleapis.com/shop.All","i64":"9007199254740993"}}',
    ],
    [
      '{"any": {"@type": "type.googleapis.com/google.protobuf.Duration", "value": "1.5s"}}',
      '{"any":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}}',
    ],
    ['{"any": {}}', '{"any":{}}'],
    [
      '{"wait": "-3.000000001s", "at": "2026-11-23T07:00:00.123456789Z"}',
      '{"wait":"-3.000000001s","at":"2026-11-23T07:00:00.123456789Z"}',
    ],
    ['{"mask": "a,bC.d", "empty": {}}', '{"empty":{},"mask":"a,bC.d"}'],
    ['{"object": {"a": [1, null, {"__proto__": true}]}}', '{"object":{"a":[1,null,{"__proto__":true}]}}'],
    ['{"value": null, "items": ["a", 1.5]}', '{"value":null,"items":["a",1.5]}'],
    ['{"boxed": 9007199254740993, "boxedData": "AQ=="}', '{"boxed":"9007199254740993","boxedData":"AQ=="}'],
    ['{"Proto": "p", "other": 1}', '{"Proto":"p","other":1}'],
    ['{"__proto__": "p", "custom": 1}', '{"Proto":"p","other":1}'],
  ])('%s', async (json, expected) => {
    expect(await through(json)).toBe(expected)
    // What is shown can be sent, and is the same again.
    expect(await through(expected)).toBe(expected)
    const { registry, type } = await load()
    const encoded = encodeMessage(type, expected, registry)
    const oracle = toBinary(type, fromJson(type, JSON.parse(expected), { registry }))
    if (!expected.includes('__proto__')) expect(encoded).toEqual({ ok: true, value: oracle })
  })
})

describe('problems of a message have their places', () => {
  test.each([
    ['{"i64": 1,}', 'Line 1, column 11: A string in double quotes is expected here.'],
    ['{\n  "nope": 1\n}', 'Line 2, column 3: shop.All has no field "nope".'],
    [
      '{"i64": 9223372036854775808}',
      'Line 1, column 9: The field i64 takes integers from -9223372036854775808 to 9223372036854775807.',
    ],
    ['{"i32": 1.5}', 'Line 1, column 9: The field i32 takes an integer, not the number 1.5.'],
    [
      '{"i64": 9007199254740993.0}',
      'Line 1, column 9: The field i64 takes an integer, not the number 9007199254740993.0.',
    ],
    ['{"u32": -1}', 'Line 1, column 9: The field u32 takes integers from 0 to 4294967295.'],
    ['{"text": 5}', 'Line 1, column 10: The field text takes a text, not the number 5.'],
    [
      '{"text": "\\ud800"}',
      'Line 1, column 10: The field text takes Unicode text, and half of a character is missing.',
    ],
    ['{"b": "true"}', 'Line 1, column 7: The field b takes true or false, not the text "true".'],
    ['{"data": "%%"}', 'Line 1, column 10: The field data takes Base64, which this text is not.'],
    [
      '{"kind": "KIND_X"}',
      'Line 1, column 10: The field kind has no value "KIND_X". Its values are KIND_NONE, KIND_NOVEL.',
    ],
    ['{"many": 1}', 'Line 1, column 10: The field many takes a list, not the number 1.'],
    ['{"many": [1, true]}', 'Line 1, column 14: The field many takes an integer, not true.'],
    ['{"byId": {"a": ""}}', 'Line 1, column 16: The field byId takes an integer, not the text "a".'],
    ['{"byFlag": {"yes": 0}}', 'Line 1, column 20: The field byFlag has the keys true and false, not "yes".'],
    ['{"byId": {"1": "", "01": ""}}', 'Line 1, column 20: The key "01" appears twice.'],
    ['{"left": "", "right": 1}', 'Line 1, column 14: Only one of left and right can be set.'],
    ['{"i64": 1, "i64": 2}', 'Line 1, column 12: The field i64 appears twice.'],
    ['{"by_id": {}, "byId": {}}', 'Line 1, column 15: The field byId appears twice.'],
    ['{"inner": []}', 'Line 1, column 11: The field inner takes an object, not a list.'],
    ['{"inner": {"nope": 1}}', 'Line 1, column 12: shop.All has no field "nope".'],
    [
      '{"any": {"a": 1}}',
      'Line 1, column 9: The field any takes an object with the name of its type in "@type".',
    ],
    ['{"any": {"@type": "x/shop.None"}}', 'Line 1, column 19: The type "x/shop.None" is unknown.'],
    ['{"at": "today"}', 'Line 1, column 8: The field at does not take the text "today".'],
    ['{"wait": 5}', 'Line 1, column 10: The field wait takes a text, not the number 5.'],
    ['{"d": 1e999}', 'Line 1, column 7: The field d takes smaller numbers than 1e999.'],
    ['{"f": 1e40}', 'Line 1, column 7: The field f takes smaller numbers than 1e40.'],
    ['[]', 'Line 1, column 1: The message takes an object, not a list.'],
    ['{} x', 'Line 1, column 4: There is more text after the message.'],
  ])('%s', async (json, expected) => {
    const { registry, type } = await load()
    const encoded = encodeMessage(type, json, registry)
    expect(encoded.ok ? [] : encoded.failure.map(one => describeMessageProblem(json, one))).toEqual([
      expected,
    ])
  })

  test('required fields of proto2', async () => {
    const { registry, type } = await messageOfText(
      'message M { required int32 a = 1; optional M m = 2; }',
      'M',
    )
    const json = '{"m": {"a": 1}}'
    const encoded = encodeMessage(type, json, registry)
    expect(encoded.ok ? [] : encoded.failure.map(one => describeMessageProblem(json, one))).toEqual([
      'Line 1, column 1: The field a is required.',
    ])
  })

  test.each([
    ['{"inner":', '}'],
    ['[', ']'],
  ])('nesting of 10,000 with %s is refused (GR1)', async (open, close) => {
    const { registry, type } = await load()
    const json = `{"value": ${open.repeat(10_000)}{}${close.repeat(10_000)}}`
    expect(encodeMessage(type, json, registry).ok).toBe(false)
    const inner = `${'{"inner":'.repeat(150)}{}${'}'.repeat(150)}`
    const encoded = encodeMessage(type, inner, registry)
    expect(encoded.ok ? [] : encoded.failure.map(({ message }) => message)).toEqual([
      'Messages are nested more than 100 deep.',
    ])
  })
})

describe('what a server sends', () => {
  test('fields that the type does not know are shown by number (GR1)', async () => {
    const { registry, type } = await load()
    const bytes = new BinaryWriter()
      .tag(6, WireType.Varint)
      .int32(1)
      .tag(900, WireType.Varint)
      .uint64('18446744073709551615')
      .tag(901, WireType.LengthDelimited)
      .bytes(Uint8Array.of(1, 2))
      .tag(901, WireType.LengthDelimited)
      .bytes(Uint8Array.of(3))
      .tag(902, WireType.Bit64)
      .fixed64('18446744073709551615')
      .tag(903, WireType.Bit32)
      .fixed32(4_294_967_295)
      .finish()
    expect(decodeMessage(type, bytes, registry)).toEqual({
      ok: true,
      value:
        '{"i32":1,"900":"18446744073709551615","901":["AQI=","Aw=="],"902":"18446744073709551615","903":4294967295}',
    })
  })

  test('the content of an unknown Any is shown as its bytes (GR1)', async () => {
    const { registry, type } = await load()
    const content = new BinaryWriter()
      .tag(1, WireType.LengthDelimited)
      .string('x/a.B')
      .tag(2, WireType.LengthDelimited)
      .bytes(Uint8Array.of(9))
      .finish()
    const bytes = new BinaryWriter().tag(30, WireType.LengthDelimited).bytes(content).finish()
    expect(decodeMessage(type, bytes, registry)).toEqual({
      ok: true,
      value: '{"any":{"@type":"x/a.B","value":"CQ=="}}',
    })
  })

  test.each([
    ['invalid UTF-8', Uint8Array.of(0x5a, 1, 0xff)],
    ['a length beyond the end', Uint8Array.of(0x5a, 100)],
    ['nesting of 10,000', nested(10_000)],
  ])('%s is said', async (_, bytes) => {
    const { registry, type } = await load()
    const decoded = decodeMessage(type, bytes, registry)
    expect(decoded.ok ? decoded.value : decoded.failure).toMatch(/^The message cannot be read as shop\.All: /)
  })

  test('of several entries of a map with one key the last is shown (GR1)', async () => {
    const { registry, type } = await load()
    const entry = (value: string) =>
      new BinaryWriter()
        .tag(1, WireType.Varint)
        .int64(1)
        .tag(2, WireType.LengthDelimited)
        .string(value)
        .finish()
    const bytes = new BinaryWriter()
      .tag(17, WireType.LengthDelimited)
      .bytes(entry('a'))
      .tag(17, WireType.LengthDelimited)
      .bytes(entry('b'))
      .finish()
    expect(decodeMessage(type, bytes, registry)).toEqual({ ok: true, value: '{"byId":{"1":"b"}}' })
  })

  test('defaults are shown where they are asked for', async () => {
    const { registry, type } = await messageOfText(
      'syntax="proto3"; message M { int64 a = 1; repeated int32 b = 2; optional int32 c = 3; M m = 4; }',
      'M',
    )
    const decoded = decodeMessage(type, new Uint8Array(), registry, { showsDefaults: true, isIndented: true })
    expect(decoded).toEqual({ ok: true, value: '{\n  "a": "0",\n  "b": []\n}' })
  })

  test('extensions are shown and sent by their names', async () => {
    const { registry, type } = await messageOfText(
      'package p; message M { extensions 5 to 9; } extend M { optional int64 x = 5; }',
      'p.M',
    )
    const encoded = encodeMessage(type, '{"[p.x]": "7"}', registry)
    expect(encoded.ok && decodeMessage(type, encoded.value, registry)).toEqual({
      ok: true,
      value: '{"[p.x]":"7"}',
    })
  })
})

test('the example has every field, and can be sent', async () => {
  const { registry, type } = await load()
  const example = exampleMessage(type)
  expect(JSON.parse(example)).toMatchObject({
    i64: '0',
    kind: 'KIND_NONE',
    left: '',
    byId: { 0: '' },
    wait: '0s',
  })
  expect(Object.keys(JSON.parse(example))).not.toContain('right')
  expect(encodeMessage(type, example, registry).ok).toBe(true)
})

/** A message within itself. */
function nested(depth: number): Uint8Array {
  let bytes: Uint8Array = new Uint8Array()
  for (let at = 0; at < depth; at += 1)
    bytes = new BinaryWriter().tag(14, WireType.LengthDelimited).bytes(bytes).finish()
  return bytes
}

/** A type of a field of protobuf, with what can be typed as its value. */
export interface ProtoFieldType {
  /** As `.proto` files write it. */
  readonly type: string
  /** The JSON that is typed, and the JSON that is shown after the value was sent. */
  readonly values: readonly (readonly [typed: string, shown: string])[]
  /** JSON that is no value of it. */
  readonly refused: readonly string[]
  /** The key that is typed, if it can be one of a map. */
  readonly key?: string
}

const same = (...texts: readonly string[]) => texts.map(text => [text, text] as const)
const largest64 = '9223372036854775807'
const tooLarge64 = '9223372036854775808'

const signed32 = {
  values: [...same('-2147483648', '2147483647'), ['"7"', '7'], ['1e3', '1000']],
  refused: ['2147483648', '1.5', '"x"', 'true', '{}'],
  key: '-2147483648',
} as const
const unsigned32 = {
  values: [...same('0', '4294967295'), ['"7"', '7']],
  refused: ['-1', '4294967296', '1.5', '"x"'],
  key: '4294967295',
} as const
const signed64 = {
  values: [
    ['9007199254740993', '"9007199254740993"'],
    [largest64, `"${largest64}"`],
    [`"-${tooLarge64}"`, `"-${tooLarge64}"`],
  ],
  refused: [tooLarge64, '1.5', '"x"', 'false', '[]'],
  key: `-${tooLarge64}`,
} as const
const unsigned64 = {
  values: [
    ['9007199254740993', '"9007199254740993"'],
    ['18446744073709551615', '"18446744073709551615"'],
  ],
  refused: ['-1', '18446744073709551616', '1.5', '"x"'],
  key: '18446744073709551615',
} as const

const known = 'google.protobuf.'

/** Every type that a field can have: the scalars, enums, messages and the well-known types with JSON of their own. */
export const protoFieldTypes: readonly ProtoFieldType[] = [
  ...['int32', 'sint32', 'sfixed32'].map(type => ({ type, ...signed32 })),
  ...['uint32', 'fixed32'].map(type => ({ type, ...unsigned32 })),
  ...['int64', 'sint64', 'sfixed64'].map(type => ({ type, ...signed64 })),
  ...['uint64', 'fixed64'].map(type => ({ type, ...unsigned64 })),
  { type: 'double', values: same('0.1', '"NaN"', '"-Infinity"'), refused: ['"x"', 'true'] },
  { type: 'float', values: same('0.5', '"Infinity"'), refused: ['"x"', '1e39'] },
  { type: 'bool', values: same('true', 'false'), refused: ['1', '"true"'], key: 'true' },
  { type: 'string', values: same('"Zoë 😀"', '""'), refused: ['1', 'true', '{}'], key: 'Zoë' },
  { type: 'bytes', values: [...same('"AP+/"'), ['"AP-_"', '"AP+/"']], refused: ['"*"', '1'] },
  {
    type: 'Kind',
    values: [...same('"KIND_NOVEL"', '9'), ['1', '"KIND_NOVEL"']],
    refused: ['"GONE"', 'true'],
  },
  { type: 'Inner', values: same('{"inner":{"text":"a"}}', '{}'), refused: ['1', '[]', '{"gone":1}'] },
  { type: `${known}Timestamp`, values: same('"2026-01-02T03:04:05.000000001Z"'), refused: ['"now"', '1'] },
  { type: `${known}Duration`, values: same('"-1.500s"', '"0s"'), refused: ['"1"', '1'] },
  { type: `${known}FieldMask`, values: same('"a,b.cD"'), refused: ['1'] },
  { type: `${known}Empty`, values: same('{}'), refused: ['1', '{"a":1}'] },
  { type: `${known}Struct`, values: same('{"a":[1,"b",null,{"c":true}]}'), refused: ['1', '[]'] },
  { type: `${known}ListValue`, values: same('[1,"b",null]'), refused: ['1', '{}'] },
  { type: `${known}Value`, values: same('{"a":1}', '"b"', '[]', 'true'), refused: [] },
  {
    type: `${known}Any`,
    values: same(
      '{"@type":"type.googleapis.com/shop.Inner","text":"a"}',
      '{"@type":"type.googleapis.com/google.protobuf.Duration","value":"1s"}',
    ),
    refused: ['1', '{"@type":"type.googleapis.com/shop.Gone"}', '{"text":"a"}'],
  },
  { type: `${known}DoubleValue`, values: same('0.1'), refused: ['"x"'] },
  { type: `${known}FloatValue`, values: same('0.5'), refused: ['"x"'] },
  { type: `${known}Int64Value`, values: signed64.values, refused: signed64.refused },
  { type: `${known}UInt64Value`, values: unsigned64.values, refused: unsigned64.refused },
  { type: `${known}Int32Value`, values: same('-2147483648'), refused: ['2147483648'] },
  { type: `${known}UInt32Value`, values: same('4294967295'), refused: ['-1'] },
  { type: `${known}BoolValue`, values: same('false'), refused: ['1'] },
  { type: `${known}StringValue`, values: same('"a"'), refused: ['1'] },
  { type: `${known}BytesValue`, values: same('"AP+/"'), refused: ['"*"'] },
]

/** Where a field of a type can be: its declaration, and its JSON with a value. */
export const protoFieldPlaces: Readonly<
  Record<string, { readonly declare: (type: string) => string; readonly json: (value: string) => string }>
> = {
  single: { declare: type => `${type} it = 1;`, json: value => `{"it":${value}}` },
  optional: { declare: type => `optional ${type} it = 1;`, json: value => `{"it":${value}}` },
  repeated: { declare: type => `repeated ${type} it = 1;`, json: value => `{"it":[${value},${value}]}` },
  'one-of': {
    declare: type => `oneof choice { ${type} it = 1; string other = 2; }`,
    json: value => `{"it":${value}}`,
  },
  'map value': {
    declare: type => `map<string, ${type}> it = 1;`,
    json: value => `{"it":{"a":${value}}}`,
  },
}

/** Returns a `.proto` file of which the message `shop.Message` has these fields, with a method that takes it. */
export function protoOfField(declaration: string): string {
  return `syntax = "proto3";
package shop;
${['any', 'duration', 'empty', 'field_mask', 'struct', 'timestamp', 'wrappers']
  .map(name => `import "google/protobuf/${name}.proto";`)
  .join('\n')}
enum Kind { KIND_NONE = 0; KIND_NOVEL = 1; }
message Inner { Inner inner = 1; string text = 2; }
message Message { ${declaration} }
service Books { rpc Add(Message) returns (Message); }
`
}
